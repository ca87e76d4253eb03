"""Attribution: the requirement that a wrong answer breaks, found from where it diverges."""
