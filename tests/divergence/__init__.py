"""What people see of a campaign: its report, its live view, and findings repeated."""
