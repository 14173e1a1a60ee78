"""Data frames whose columns have no names but numbers, and tensors that NumPy does not take."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest

import gordan
from gordan.problem.matrix import read_matrix, without_gradient

FRAME = pd.DataFrame([[0, 1], [2, 3], [5, 5]])


@pytest.mark.parametrize("frame", [FRAME, FRAME.astype("Int64"), FRAME > 2, FRAME.astype("f4")])
def test_a_frame_with_default_column_names(frame: pd.DataFrame) -> None:
    matrix, names, _ = read_matrix(frame)
    assert names == ("0", "1")
    assert np.array_equal(matrix, frame.to_numpy(dtype=np.float64))
    assert gordan.separate(frame, [0, 0, 1]).verdict.holds
    assert gordan.separate_many([(frame, [0, 0, 1])])[0].verdict.holds
    learner = gordan.online.OnlinePerceptron().partial_fit(frame, [0, 0, 1], classes=[0, 1])
    assert learner.predict(frame).shape == (3,)


class Tensor:
    """What a tensor of PyTorch does: one with a gradient, or of a type that NumPy lacks, has no array."""

    __module__ = "torch"

    def __init__(self, values: Any, dtype: str = "torch.float32", attached: bool = True) -> None:
        self.values, self.dtype, self.attached = values, dtype, attached

    def detach(self) -> Tensor:
        return Tensor(self.values, self.dtype, attached=False)

    def cpu(self) -> Tensor:
        return self

    def float(self) -> Tensor:
        return Tensor(self.values, "torch.float32", self.attached)

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        if self.attached or self.dtype == "torch.bfloat16":
            raise TypeError("Can't call numpy() on this tensor")
        return np.asarray(self.values, dtype=np.float32)


@pytest.mark.parametrize("dtype", ["torch.float32", "torch.bfloat16"])
def test_tensors_are_taken(dtype: str) -> None:
    outcome = gordan.separate(Tensor([[0.0], [1.0], [3.0]], dtype), Tensor([0, 0, 1], dtype))
    assert outcome.kind == "separable"
    assert without_gradient([1.0]) == [1.0]
