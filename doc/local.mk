# doc/local.mk - man pages and the public headers' reference
# SPDX-License-Identifier: Apache-2.0

dist_man_MANS += doc/zeno.1 doc/zeno-solve.1 doc/zeno_plugin.7
EXTRA_DIST    += doc/typed.sh
test_scripts  += doc/docs.sh
test_scripts  += doc/man.sh
test_scripts  += doc/pages.sh
test_scripts  += doc/extend-integrator.sh
test_scripts  += doc/solvers.sh
test_scripts  += doc/first-model.sh

# the reference of the headers, in doc/reference/html; warnings are errors
docs-check: all
	@ZENO_BUILDDIR='$(abs_top_builddir)' DOXYGEN='$(DOXYGEN)' \
	    $(SHELL) $(srcdir)/doc/docs.sh
.PHONY: docs-check

clean-local: clean-docs
clean-docs:
	rm -rf doc/reference doc/doxygen.log
.PHONY: clean-docs
