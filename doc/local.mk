# doc/local.mk - man pages and the public headers' reference
# SPDX-License-Identifier: Apache-2.0

dist_man_MANS += doc/zeno.1 doc/zeno-solve.1 doc/zeno_plugin.7

# the manual, beside the samples that it points at
nobase_dist_pkgdata_DATA += doc/README.md
nobase_dist_pkgdata_DATA += doc/avi.md
nobase_dist_pkgdata_DATA += doc/check.md
nobase_dist_pkgdata_DATA += doc/coming-from-siconos.md
nobase_dist_pkgdata_DATA += doc/complementarity.md
nobase_dist_pkgdata_DATA += doc/contacts.md doc/control.md
nobase_dist_pkgdata_DATA += doc/shapes.md
nobase_dist_pkgdata_DATA += doc/d1-minus.md
nobase_dist_pkgdata_DATA += doc/energy.md doc/springs.md
nobase_dist_pkgdata_DATA += doc/euler-moreau.md
nobase_dist_pkgdata_DATA += doc/extend-conformance.md
nobase_dist_pkgdata_DATA += doc/event-driven.md
nobase_dist_pkgdata_DATA += doc/extend-integrator.md
nobase_dist_pkgdata_DATA += doc/extend-simulation.md
nobase_dist_pkgdata_DATA += doc/extend-solver.md
nobase_dist_pkgdata_DATA += doc/files.md
nobase_dist_pkgdata_DATA += doc/first-model.md
nobase_dist_pkgdata_DATA += doc/first-order.md
nobase_dist_pkgdata_DATA += doc/friction-laws.md
nobase_dist_pkgdata_DATA += doc/friction-bodies.md
nobase_dist_pkgdata_DATA += doc/friction-first-order.md
nobase_dist_pkgdata_DATA += doc/friction-newton.md
nobase_dist_pkgdata_DATA += doc/friction-paths.md
nobase_dist_pkgdata_DATA += doc/friction-solvers.md
nobase_dist_pkgdata_DATA += doc/friction-sweeps.md
nobase_dist_pkgdata_DATA += doc/friction.md
nobase_dist_pkgdata_DATA += doc/generalised-alpha.md
nobase_dist_pkgdata_DATA += doc/generic-mechanical.md
nobase_dist_pkgdata_DATA += doc/integrators.md
nobase_dist_pkgdata_DATA += doc/kept-blocks.md
nobase_dist_pkgdata_DATA += doc/modal.md
nobase_dist_pkgdata_DATA += doc/moreau-jean.md
nobase_dist_pkgdata_DATA += doc/ncp.md
nobase_dist_pkgdata_DATA += doc/ode.md
nobase_dist_pkgdata_DATA += doc/osnsp.md
nobase_dist_pkgdata_DATA += doc/sparse.md
nobase_dist_pkgdata_DATA += doc/architecture.md doc/architecture.svg
nobase_dist_pkgdata_DATA += doc/multiple-impact.md
nobase_dist_pkgdata_DATA += doc/plasticity.md
nobase_dist_pkgdata_DATA += doc/problem-files.md
nobase_dist_pkgdata_DATA += doc/projection.md
nobase_dist_pkgdata_DATA += doc/python.md doc/python-tutorial.md
nobase_dist_pkgdata_DATA += doc/qp.md
nobase_dist_pkgdata_DATA += doc/quality.md doc/solver-promises.md
nobase_dist_pkgdata_DATA += doc/random-problems.md
nobase_dist_pkgdata_DATA += doc/rigid-bodies.md
nobase_dist_pkgdata_DATA += doc/rolling-friction.md
nobase_dist_pkgdata_DATA += doc/schatzman-paoli.md
nobase_dist_pkgdata_DATA += doc/scenes.md
nobase_dist_pkgdata_DATA += doc/sets.md
nobase_dist_pkgdata_DATA += doc/soclcp.md
nobase_dist_pkgdata_DATA += doc/solvers.md
nobase_dist_pkgdata_DATA += doc/ten-minutes.md doc/pictures/laws.png doc/pictures/step.png
nobase_dist_pkgdata_DATA += doc/time-stepping.md
nobase_dist_pkgdata_DATA += doc/vi.md

EXTRA_DIST    += doc/site/site.sh doc/site/mkdocs.yml doc/site/links.py
EXTRA_DIST    += doc/pictures/draw.py doc/pictures/fewer.py
EXTRA_DIST    += doc/typed.sh doc/pictures/laws.gp doc/pictures/samples.sh doc/pictures/step.gp
test_scripts  += doc/docs.sh
test_scripts  += doc/drawings.sh
test_scripts  += doc/man.sh
test_scripts  += doc/pages.sh
test_scripts  += doc/site.sh
test_scripts  += doc/extend-integrator.sh
test_scripts  += doc/extend-solver.sh
test_scripts  += doc/solvers.sh
test_scripts  += doc/first-model.sh

# the reference of the headers, in doc/reference/html; warnings are errors
docs-check: all
	@$(optional_commands) ZENO_BUILDDIR='$(abs_top_builddir)' \
	    $(SHELL) $(srcdir)/doc/docs.sh
.PHONY: docs-check

# the manual as a site that can be searched, in site/
site:
	@$(SHELL) $(srcdir)/doc/site/site.sh '$(ZN_SRCDIR)' '$(abs_top_builddir)'
.PHONY: site

clean-local: clean-docs
clean-docs:
	rm -rf doc/reference doc/doxygen.log site site-pages mkdocs.yml
.PHONY: clean-docs
