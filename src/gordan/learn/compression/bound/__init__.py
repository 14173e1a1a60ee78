"""What a sample says about examples not seen."""
