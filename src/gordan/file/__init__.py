"""What enters and leaves as bytes: tables, MPS files, certificates, VIPR files."""
