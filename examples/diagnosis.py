"""Endometrial cancer: the estimate of one coefficient does not exist, and thirteen patients are why."""

import sys
from pathlib import Path

import pandas as pd

import gordan
from gordan.show import DiagnosisDisplay

folder = Path(sys.argv[1] if len(sys.argv) > 1 else "docs/gallery")
data = pd.read_csv(Path(gordan.__file__).parent / "data" / "histology.csv")
diagnosis = gordan.diagnose("high_grade ~ invasion + pulsatility + height", data=data)
DiagnosisDisplay.from_diagnosis(diagnosis).save(folder / "diagnosis.png", overwrite=True)
