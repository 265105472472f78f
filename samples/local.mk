# samples/local.mk - samples, installed as sources
# SPDX-License-Identifier: Apache-2.0

include $(top_srcdir)/samples/lib/local.mk

nobase_dist_pkgdata_DATA += samples/README.md

nobase_dist_pkgdata_DATA += \
    samples/ball_on_moving_plane/README.md \
    samples/ball_on_moving_plane/drawing.svg samples/ball_on_moving_plane/drawing.txt \
    samples/ball_on_moving_plane/ball_on_moving_plane.c \
    samples/ball_on_moving_plane/ball_on_moving_plane.png \
    samples/ball_on_moving_plane/plot.gp

nobase_dist_pkgdata_DATA += \
    samples/bead_column/README.md \
    samples/bead_column/drawing.svg samples/bead_column/drawing.txt \
    samples/bead_column/bead_column.c \
    samples/bead_column/bead_column.png \
    samples/bead_column/plot.gp

nobase_dist_pkgdata_DATA += \
    samples/billiards/README.md \
    samples/billiards/drawing.svg samples/billiards/drawing.txt \
    samples/billiards/billiards.c \
    samples/billiards/billiards.png \
    samples/billiards/plot.gp

nobase_dist_pkgdata_DATA += \
    samples/bouncing_ball/README.md \
    samples/bouncing_ball/drawing.svg samples/bouncing_ball/drawing.txt \
    samples/bouncing_ball/bouncing_ball.c \
    samples/bouncing_ball/bouncing_ball.png \
    samples/bouncing_ball/plot.gp

nobase_dist_pkgdata_DATA += \
    samples/brake/README.md \
    samples/brake/drawing.svg samples/brake/drawing.txt \
    samples/brake/brake.c \
    samples/brake/brake.png \
    samples/brake/plot.gp

nobase_dist_pkgdata_DATA += \
    samples/buck_converter/README.md \
    samples/buck_converter/drawing.svg samples/buck_converter/drawing.txt \
    samples/buck_converter/buck_converter.c \
    samples/buck_converter/buck_converter.png \
    samples/buck_converter/plot.gp

nobase_dist_pkgdata_DATA += \
    samples/cam_follower/FollowerPlugin.c \
    samples/cam_follower/README.md \
    samples/cam_follower/drawing.svg samples/cam_follower/drawing.txt \
    samples/cam_follower/cam_follower.c \
    samples/cam_follower/cam_follower.png \
    samples/cam_follower/cam_follower_events.png \
    samples/cam_follower/cam_follower_sections.png \
    samples/cam_follower/events.gp \
    samples/cam_follower/plot.gp \
    samples/cam_follower/sections.gp \
    samples/cam_follower/src/sections.c \
    samples/cam_follower/src/sections.h

nobase_dist_pkgdata_DATA += \
    samples/colpitts/README.md \
    samples/colpitts/drawing.svg samples/colpitts/drawing.txt \
    samples/colpitts/colpitts.c \
    samples/colpitts/colpitts.png \
    samples/colpitts/plot.gp

nobase_dist_pkgdata_DATA += \
    samples/diode_bridge/README.md \
    samples/diode_bridge/drawing.svg samples/diode_bridge/drawing.txt \
    samples/diode_bridge/diode_bridge.c \
    samples/diode_bridge/diode_bridge.png \
    samples/diode_bridge/plot.gp

nobase_dist_pkgdata_DATA += \
    samples/double_pendulum/DoublePendulumPlugin.c \
    samples/double_pendulum/README.md \
    samples/double_pendulum/drawing.svg samples/double_pendulum/drawing.txt \
    samples/double_pendulum/double_pendulum.c \
    samples/double_pendulum/double_pendulum.png \
    samples/double_pendulum/plot.gp

nobase_dist_pkgdata_DATA += \
    samples/elastic_block/README.md \
    samples/elastic_block/drawing.svg samples/elastic_block/drawing.txt \
    samples/elastic_block/elastic_block.c \
    samples/elastic_block/elastic_block.png \
    samples/elastic_block/plot.gp \
    samples/elastic_block/src/mesh.c \
    samples/elastic_block/src/mesh.h

nobase_dist_pkgdata_DATA += \
    samples/electric_bell/README.md \
    samples/electric_bell/drawing.svg samples/electric_bell/drawing.txt \
    samples/electric_bell/electric_bell.c \
    samples/electric_bell/electric_bell.png \
    samples/electric_bell/plot.gp

nobase_dist_pkgdata_DATA += \
    samples/filippov/README.md \
    samples/filippov/drawing.svg samples/filippov/drawing.txt \
    samples/filippov/filippov.c \
    samples/filippov/filippov.png \
    samples/filippov/plot.gp

nobase_dist_pkgdata_DATA += \
    samples/friction_oscillator/README.md \
    samples/friction_oscillator/drawing.svg samples/friction_oscillator/drawing.txt \
    samples/friction_oscillator/friction_oscillator.c \
    samples/friction_oscillator/friction_oscillator.png \
    samples/friction_oscillator/plot.gp

nobase_dist_pkgdata_DATA += \
    samples/gene_network/README.md \
    samples/gene_network/drawing.svg samples/gene_network/drawing.txt \
    samples/gene_network/gene_network.c \
    samples/gene_network/gene_network.png \
    samples/gene_network/plot.gp

nobase_dist_pkgdata_DATA += \
    samples/guitar_string/README.md \
    samples/guitar_string/drawing.svg samples/guitar_string/drawing.txt \
    samples/guitar_string/guitar_string.c \
    samples/guitar_string/guitar_string.png \
    samples/guitar_string/plot.gp

nobase_dist_pkgdata_DATA += \
    samples/heavy_top/README.md \
    samples/heavy_top/drawing.svg samples/heavy_top/drawing.txt \
    samples/heavy_top/heavy_top.c \
    samples/heavy_top/heavy_top.png \
    samples/heavy_top/plot.gp

nobase_dist_pkgdata_DATA += \
    samples/ideal_switch/README.md \
    samples/ideal_switch/drawing.svg samples/ideal_switch/drawing.txt \
    samples/ideal_switch/ideal_switch.c \
    samples/ideal_switch/ideal_switch.png \
    samples/ideal_switch/plot.gp

nobase_dist_pkgdata_DATA += \
    samples/impacting_bar/README.md \
    samples/impacting_bar/drawing.svg samples/impacting_bar/drawing.txt \
    samples/impacting_bar/impacting_bar.c \
    samples/impacting_bar/impacting_bar.png \
    samples/impacting_bar/plot.gp

nobase_dist_pkgdata_DATA += \
    samples/masonry/README.md \
    samples/masonry/drawing.svg samples/masonry/drawing.txt \
    samples/masonry/masonry.c \
    samples/masonry/masonry.png \
    samples/masonry/plot.gp

nobase_dist_pkgdata_DATA += \
    samples/newtons_cradle/README.md \
    samples/newtons_cradle/drawing.svg samples/newtons_cradle/drawing.txt \
    samples/newtons_cradle/newtons_cradle.c \
    samples/newtons_cradle/newtons_cradle.png \
    samples/newtons_cradle/plot.gp

nobase_dist_pkgdata_DATA += \
    samples/observer/README.md \
    samples/observer/drawing.svg samples/observer/drawing.txt \
    samples/observer/observer.c \
    samples/observer/observer.png \
    samples/observer/plot.gp

nobase_dist_pkgdata_DATA += \
    samples/observer_lcs/README.md \
    samples/observer_lcs/drawing.svg samples/observer_lcs/drawing.txt \
    samples/observer_lcs/observer_lcs.c \
    samples/observer_lcs/observer_lcs.png \
    samples/observer_lcs/plot.gp

nobase_dist_pkgdata_DATA += \
    samples/optimal_control/README.md \
    samples/optimal_control/drawing.svg samples/optimal_control/drawing.txt \
    samples/optimal_control/optimal_control.c \
    samples/optimal_control/optimal_control.png \
    samples/optimal_control/plot.gp

nobase_dist_pkgdata_DATA += \
    samples/pendulum/PendulumPlugin.c \
    samples/pendulum/README.md \
    samples/pendulum/drawing.svg samples/pendulum/drawing.txt \
    samples/pendulum/pendulum.c \
    samples/pendulum/pendulum.png \
    samples/pendulum/plot.gp

nobase_dist_pkgdata_DATA += \
    samples/pid/README.md \
    samples/pid/drawing.svg samples/pid/drawing.txt \
    samples/pid/pid.c \
    samples/pid/pid.png \
    samples/pid/plot.gp

nobase_dist_pkgdata_DATA += \
    samples/relay_oscillator/README.md \
    samples/relay_oscillator/drawing.svg samples/relay_oscillator/drawing.txt \
    samples/relay_oscillator/plot.gp \
    samples/relay_oscillator/relay_oscillator.c \
    samples/relay_oscillator/relay_oscillator.png

nobase_dist_pkgdata_DATA += \
    samples/resonant_converter/README.md \
    samples/resonant_converter/drawing.svg samples/resonant_converter/drawing.txt \
    samples/resonant_converter/plot.gp \
    samples/resonant_converter/resonant_converter.c \
    samples/resonant_converter/resonant_converter.png

nobase_dist_pkgdata_DATA += \
    samples/rlc_diode/README.md \
    samples/rlc_diode/drawing.svg samples/rlc_diode/drawing.txt \
    samples/rlc_diode/plot.gp \
    samples/rlc_diode/rlc_diode.c \
    samples/rlc_diode/rlc_diode.png

nobase_dist_pkgdata_DATA += \
    samples/rocking_block/BlockPlugin.c \
    samples/rocking_block/README.md \
    samples/rocking_block/drawing.svg samples/rocking_block/drawing.txt \
    samples/rocking_block/plot.gp \
    samples/rocking_block/rocking_block.c \
    samples/rocking_block/rocking_block.png

nobase_dist_pkgdata_DATA += \
    samples/rolling_ball/README.md \
    samples/rolling_ball/drawing.svg samples/rolling_ball/drawing.txt \
    samples/rolling_ball/plot.gp \
    samples/rolling_ball/rolling_ball.c \
    samples/rolling_ball/rolling_ball.png

nobase_dist_pkgdata_DATA += \
    samples/simple_relay/README.md \
    samples/simple_relay/drawing.svg samples/simple_relay/drawing.txt \
    samples/simple_relay/plot.gp \
    samples/simple_relay/simple_relay.c \
    samples/simple_relay/simple_relay.png

nobase_dist_pkgdata_DATA += \
    samples/sliding_mode/README.md \
    samples/sliding_mode/drawing.svg samples/sliding_mode/drawing.txt \
    samples/sliding_mode/plot.gp \
    samples/sliding_mode/sliding_mode.c \
    samples/sliding_mode/sliding_mode.png

nobase_dist_pkgdata_DATA += \
    samples/spheres_in_box/README.md \
    samples/spheres_in_box/drawing.svg samples/spheres_in_box/drawing.txt \
    samples/spheres_in_box/plot.gp \
    samples/spheres_in_box/spheres_in_box.c \
    samples/spheres_in_box/spheres_in_box.png \
    samples/spheres_in_box/src/grid.c \
    samples/spheres_in_box/src/grid.h

nobase_dist_pkgdata_DATA += \
    samples/spinning_toy/README.md \
    samples/spinning_toy/drawing.svg samples/spinning_toy/drawing.txt \
    samples/spinning_toy/plot.gp \
    samples/spinning_toy/spinning_toy.c \
    samples/spinning_toy/spinning_toy.png

nobase_dist_pkgdata_DATA += \
    samples/planetary_gear/README.md \
    samples/planetary_gear/drawing.svg samples/planetary_gear/drawing.txt \
    samples/planetary_gear/planetary_gear.c \
    samples/planetary_gear/planetary_gear.png \
    samples/planetary_gear/plot.gp

nobase_dist_pkgdata_DATA += \
    samples/squeezer/README.md \
    samples/squeezer/drawing.svg samples/squeezer/drawing.txt \
    samples/squeezer/plot.gp \
    samples/squeezer/squeezer.c \
    samples/squeezer/squeezer.png

nobase_dist_pkgdata_DATA += \
    samples/twisting/README.md \
    samples/twisting/drawing.svg samples/twisting/drawing.txt \
    samples/twisting/plot.gp \
    samples/twisting/twisting.c \
    samples/twisting/twisting.png

nobase_dist_pkgdata_DATA += \
    samples/pendulum_on_slider/SliderPlugin.c \
    samples/pendulum_on_slider/README.md \
    samples/pendulum_on_slider/drawing.svg samples/pendulum_on_slider/drawing.txt \
    samples/pendulum_on_slider/pendulum_on_slider.c \
    samples/pendulum_on_slider/pendulum_on_slider.png \
    samples/pendulum_on_slider/plot.gp

nobase_dist_pkgdata_DATA += \
    samples/bricard/README.md \
    samples/bricard/drawing.svg samples/bricard/drawing.txt \
    samples/bricard/bricard.c \
    samples/bricard/bricard.png \
    samples/bricard/plot.gp

nobase_dist_pkgdata_DATA += \
    samples/four_bar/LinkagePlugin.c \
    samples/four_bar/README.md \
    samples/four_bar/drawing.svg samples/four_bar/drawing.txt \
    samples/four_bar/four_bar.c \
    samples/four_bar/four_bar.png \
    samples/four_bar/plot.gp

nobase_dist_pkgdata_DATA += \
    samples/slider_crank/CrankPlugin.c \
    samples/slider_crank/README.md \
    samples/slider_crank/drawing.svg samples/slider_crank/drawing.txt \
    samples/slider_crank/plot.gp \
    samples/slider_crank/slider_crank.c \
    samples/slider_crank/slider_crank.png

nobase_dist_pkgdata_DATA += \
    samples/sliding_box/StribeckPlugin.c \
    samples/sliding_box/README.md \
    samples/sliding_box/drawing.svg samples/sliding_box/drawing.txt \
    samples/sliding_box/plot.gp \
    samples/sliding_box/sliding_box.c \
    samples/sliding_box/sliding_box.png

nobase_dist_pkgdata_DATA += \
    samples/two_link_arm/ArmPlugin.c \
    samples/two_link_arm/README.md \
    samples/two_link_arm/drawing.svg samples/two_link_arm/drawing.txt \
    samples/two_link_arm/plot.gp \
    samples/two_link_arm/two_link_arm.c \
    samples/two_link_arm/two_link_arm.png

nobase_dist_pkgdata_DATA += \
    samples/woodpecker/README.md \
    samples/woodpecker/drawing.svg samples/woodpecker/drawing.txt \
    samples/woodpecker/plot.gp \
    samples/woodpecker/woodpecker.c \
    samples/woodpecker/woodpecker.png

nobase_dist_pkgdata_DATA += \
    samples/two_balls/README.md \
    samples/two_balls/drawing.svg samples/two_balls/drawing.txt \
    samples/two_balls/plot.gp \
    samples/two_balls/two_balls.c \
    samples/two_balls/two_balls.png

nobase_dist_pkgdata_DATA += \
    samples/scenes/README.md \
    samples/scenes/drawing.svg \
    samples/scenes/drawing.txt \
    samples/scenes/arch.png \
    samples/scenes/arch.yaml \
    samples/scenes/arm.png \
    samples/scenes/arm.yaml \
    samples/scenes/balance.png \
    samples/scenes/balance.py \
    samples/scenes/ball_drop.yaml \
    samples/scenes/ball_pit.png \
    samples/scenes/ball_pit.yaml \
    samples/scenes/bolt.obj \
    samples/scenes/bolt.png \
    samples/scenes/bolt.yaml \
    samples/scenes/bouncing.yaml \
    samples/scenes/bowl.obj \
    samples/scenes/bowl.png \
    samples/scenes/bowl.yaml \
    samples/scenes/box_on_slope.yaml \
    samples/scenes/cards.png \
    samples/scenes/cards.yaml \
    samples/scenes/chain.png \
    samples/scenes/chain.yaml \
    samples/scenes/chute.png \
    samples/scenes/chute.yaml \
    samples/scenes/column.png \
    samples/scenes/column.yaml \
    samples/scenes/columns.yaml \
    samples/scenes/dome.png \
    samples/scenes/dome.yaml \
    samples/scenes/dominoes.png \
    samples/scenes/dominoes.yaml \
    samples/scenes/drum.obj \
    samples/scenes/drum.png \
    samples/scenes/drum.yaml \
    samples/scenes/funnel.png \
    samples/scenes/funnel.yaml \
    samples/scenes/gears.png \
    samples/scenes/gears.yaml \
    samples/scenes/hopper.png \
    samples/scenes/hopper.yaml \
    samples/scenes/kapla.png \
    samples/scenes/kapla.yaml \
    samples/scenes/links.png \
    samples/scenes/links.yaml \
    samples/scenes/nut.obj \
    samples/scenes/pinion.obj \
    samples/scenes/planks.png \
    samples/scenes/planks.yaml \
    samples/scenes/robot.png \
    samples/scenes/robot.urdf \
    samples/scenes/rockfall.png \
    samples/scenes/rockfall.yaml \
    samples/scenes/rolling.yaml \
    samples/scenes/skittles.png \
    samples/scenes/skittles.yaml \
    samples/scenes/stack.png \
    samples/scenes/stack.yaml \
    samples/scenes/stones.yaml \
    samples/scenes/wheel.obj

nobase_dist_pkgdata_DATA += \
    samples/yo_yo/README.md \
    samples/yo_yo/drawing.svg samples/yo_yo/drawing.txt \
    samples/yo_yo/plot.gp \
    samples/yo_yo/yo_yo.c \
    samples/yo_yo/yo_yo.png
