"""`gordan diagnose FILE --formula "y ~ a + b"`: will the estimates of this regression exist?"""

from __future__ import annotations

from gordan.arithmetic.deadline import overtime
from gordan.cli import parameter as given
from gordan.cli.bounded import bounded
from gordan.cli.clean import clean
from gordan.cli.code import EXISTS, FAILED, INTERRUPTED, SEPARATED, UNDECIDED
from gordan.cli.diagnosis import Page
from gordan.cli.keep import keep_diagnosis, refuse_place
from gordan.cli.printer import show, talk
from gordan.errors import InputError
from gordan.outcome import Undecided

__all__ = ["diagnose"]

_CODES = {"overlap": EXISTS, "complete": SEPARATED, "quasi": SEPARATED, "undecided": UNDECIDED}


def diagnose(
    file: given.TableFile,
    formula: given.Formula = None,
    python_formula: given.PythonFormula = None,
    family: given.Family = "binomial",
    weights: given.Weights = None,
    offset: given.Offset = None,
    strata: given.Strata = None,
    proof: given.Proof = "rounded",
    max_seconds: given.MaxSeconds = None,
    max_memory: given.MaxMemory = None,
    limit: given.Limit = None,
    certificate: given.ExactCertificate = None,
    force: given.Force = False,
    output_format: given.OutputFormat = "full",
) -> int:
    """Do finite maximum-likelihood estimates of a regression model exist? Answers with a proof.

    Rows with a missing value in a column of the model are left out, and counted. The exit code is 0 if the estimates
    exist, 1 if the data are separated, 3 for undecided, also where the time or memory allowed did not suffice, 2 if the
    question could not be put or the certificate not be written, and 130 after Ctrl-C. A certificate holds integers
    only, so --certificate asks for an exact proof.
    """
    from gordan.file.table.frame import read_frame
    from gordan.regression.diagnose import diagnose as ask
    from gordan.regression.diagnose.export import carried_columns

    if (formula is None) == (python_formula is None):
        raise InputError(
            'there is no model; give one with --formula, such as "ill ~ age"'
            if formula is None
            else "--formula and --python-formula are both given; leave one out"
        )
    refuse_place(certificate, file, force=force)
    try:
        with bounded(max_seconds=max_seconds, max_memory=max_memory, limit=limit):
            with overtime():
                frame = read_frame(file)
            for note in frame.notes:
                talk(note)
            diagnosis = ask(
                formula or python_formula,
                data=frame,
                family=family,
                weights=weights,
                offset=offset,
                strata=strata,
                proof=proof if certificate is None else "exact",
                python=python_formula is not None,
                max_seconds=max_seconds,
            )
            carried = None if certificate is None else carried_columns(diagnosis)
            # What is shown beside the answer, such as the columns responsible for it, is found out on the way.
            show(Page(frame.source, diagnosis, carried), output_format)
    except KeyboardInterrupt:
        talk("interrupted before anything was known")
        return INTERRUPTED
    if certificate is None:
        return _CODES[diagnosis.kind]
    if isinstance(diagnosis, Undecided):
        talk("undecided, so no certificate was written")
        return UNDECIDED
    if not keep_diagnosis(certificate, diagnosis, file, force=force):
        return FAILED
    if carried:
        columns = ", ".join(map(clean, carried))
        talk(f"{certificate} holds the values, row by row, of {columns}: whoever has it reads them")
    return _CODES[diagnosis.kind]
