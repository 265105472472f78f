# test_tutorial.py - doc/python-tutorial.md as typed
# SPDX-License-Identifier: Apache-2.0
import doctest
import os
import sys

page = os.path.join(os.path.dirname(os.path.abspath(__file__)),
                    "../doc/python-tutorial.md")
with open(page, encoding="utf-8") as file:
    # the fence that ends a block would be expected as its output
    words = "\n".join("" if line.startswith("```") else line
                      for line in file.read().split("\n"))
test = doctest.DocTestParser().get_doctest(words, {}, "python-tutorial", page, 0)
runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
runner.run(test)
print(f"{runner.tries} examples, {runner.failures} failures")
sys.exit(runner.failures > 0 or runner.tries < 40)
