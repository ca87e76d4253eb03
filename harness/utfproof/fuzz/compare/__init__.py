"""Two codecs without a reference: the inputs on which they disagree."""
