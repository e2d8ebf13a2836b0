"""`hulebook verify`: whether the tables are as they were made."""

from argparse import Namespace

from hulebook.cli import FAILED, OK, UsageError
from hulebook.tables.file import default_folder


def run(options: Namespace) -> int:
    """Print what is wrong with the tables, a line each, or that nothing is."""
    from hulebook.tables.verify import verify

    if options.folder == "":
        raise UsageError("the name of FOLDER is empty")
    findings = verify(options.folder)
    for finding in findings:
        print(finding)
    if findings:
        return FAILED
    print(f"{options.folder or default_folder()}: hashes and counts are right")
    return OK
