"""`python -m gordan`: the command line under the interpreter's name."""

import gordan_stub

if __name__ == "__main__":
    gordan_stub.main()
