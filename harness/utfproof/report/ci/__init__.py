"""Reports that CI systems read: SARIF, annotations, comments, badges."""
