#include "probe/recipe.h"

const struct builtin_pattern builtin_patterns[] = {
    {"tier4:python_traceback", "the header of a Python traceback at the start of a line",
     "^Traceback \\(most recent call last\\):", "m", "Traceback (most recent call last):"},
    {"tier4:hip_error", "an error of HIP: its identifier or its message",
     "hipError_[A-Za-z0-9_]+|HIP error:", "", "RuntimeError: HIP error: invalid device function"},
    {"tier4:cuda_error", "an error of CUDA: its identifier or its message",
     "cudaError[A-Za-z0-9_]*|CUDA error:", "", "RuntimeError: CUDA error: out of memory"},
    {"tier4:rocm_error", "a numbered error code", "Error code: \\d+", "", "Error code: 134"},
    {"tier4:nccl_rccl_error", "an error of a collective communication library",
     "NCCL error|RCCL ERROR", "", "ncclSystemError: NCCL error in broadcast"},
    {"tier4:collective_timeout", "the watchdog gave up on a collective operation",
     "Watchdog caught collective operation timeout", "",
     "Watchdog caught collective operation timeout: WorkNCCL(SeqNum=41)"},
    {"tier4:nan_signature", "a loss that is not a number", "loss(?: is)? NaN|loss=nan", "i",
     "step 120: loss=nan"},
};

const size_t builtin_pattern_count = sizeof(builtin_patterns) / sizeof(builtin_patterns[0]);
