# scenes.sh - zeno run and zeno view: scenes, films, pages, wrong input
# SPDX-License-Identifier: Apache-2.0
. "$ZENO_SRCDIR/tests/zeno/lib.sh"

scenes=$ZENO_SRCDIR/samples/scenes

fails_with 2 "zeno run - run a scene" "$zeno" run
fails_with 2 "no scene given" "$zeno" run --quiet
fails_with 2 "'none.yaml': cannot be read" "$zeno" run none.yaml
fails_with 2 "'none.hdf5': cannot be read" "$zeno" run none.hdf5
claim "in our words and not in HDF5's" has_not err HDF5-DIAG
: >empty.yaml
fails_with 2 "empty.yaml: there is nothing in it" "$zeno" run empty.yaml
fails_with 2 "zeno run: film 'none/b.h5': cannot be made: No such file or directory" \
    "$zeno" run "$scenes/ball_drop.yaml" --output none/b.h5
fails_with 2 "--every: must be a whole number" \
    "$zeno" run "$scenes/ball_drop.yaml" --output b.h5 --every 0.5
fails_with 2 "there is no parameter 'q'" \
    "$zeno" run "$scenes/ball_drop.yaml" --set q=1
fails_with 2 "'1 +': it ends where" \
    "$zeno" run "$scenes/ball_drop.yaml" --set 'e=1 +'
fails_with 2 "no solver of any class of problems has that name (zeno list); did you mean 'nsgs'?" \
    "$zeno" run "$scenes/ball_drop.yaml" --set solver=nsg
cat >bad.yaml <<'END'
gravty: [0, 0, -9.81]
bodies: {b: {mass: 1, shape: {type: sphere, radius: -1}}}
END
fails_with 2 "bad.yaml, 2 findings" "$zeno" run bad.yaml
claim "with line and column" has err "bad.yaml:2:53: radius = -1, must be > 0"

# every scene that is here runs
for scene in "$scenes"/*.yaml "$scenes"/*.urdf; do
    run "$zeno" run "$scene" --quiet --stop-after 20 --output x.csv
    claim "${scene##*/} runs" status_is 0
done
# dominoes that lean on each other, pushed apart after each step
sed 's/^simulation: {/&projection: direct, /' "$scenes/dominoes.yaml" >direct.yaml
run "$zeno" run direct.yaml --quiet
claim "dominoes are projected to their end" status_is 0

run "$zeno" run "$scenes/ball_drop.yaml" --set R=0.1+0.1 --set T=0.1 --output b.csv
claim "a parameter is set by an expression" has b.csv "0,0,0,1.2,1,"
run "$zeno" run "$scenes/ball_drop.yaml" --list
claim "--list shows the parameters of the scene" has out "restitution"

# what a run makes is not made over what it reads, nor over what else it makes
cp "$scenes/ball_drop.yaml" s.yaml
ln s.yaml s.h5
for made in '--report s.yaml' '--checkpoint ./s.yaml' '--report=s.yaml' '--events s.yaml' '--output s.h5'; do
    # shellcheck disable=SC2086
    fails_with 2 "the scene would be written over" "$zeno" run s.yaml --quiet $made
done
claim "the scene stays" cmp s.yaml "$scenes/ball_drop.yaml"
rm s.h5
for made in '--output two.csv --report ./two.csv' '--output two.h5 --report two.h5' '--output two.h5 --checkpoint two.h5' \
    '--report two --checkpoint two' '--output=two.csv --checkpoint=./two.csv'; do
    # shellcheck disable=SC2086
    fails_with 2 "are one file" "$zeno" run s.yaml --quiet --set T=0.01 $made
done
claim "nothing is made" test -z "$(ls two* 2>/dev/null)"
run "$zeno" run s.yaml --quiet --set T=0.01 --checkpoint state
fails_with 2 "--report and --restart are one file" "$zeno" run s.yaml --restart state --report state
run "$zeno" run s.yaml --quiet --set T=0.02 --restart state --checkpoint state
claim "a checkpoint takes the place of that one went on from" status_is 0
run "$zeno" run s.yaml --quiet --set T=0.01 --report /dev/null --checkpoint state
claim "a device is no file" status_is 0

# a film, and its page
run "$zeno" run "$scenes/ball_drop.yaml" --quiet --output b.h5
claim "a film is recorded" status_is 0
run "$zeno" run -q -o first.h5 --set T=0.1 "$scenes/ball_drop.yaml"
claim "options may come before the scene" status_is 0
claim "-q is --quiet" test -z "$(cat out err)"
run "$zeno" info first.h5
claim "-o makes a film, too" has out "film: zeno view"
run "$zeno" view b.h5
claim "a page is made" test -s b.html
claim "and named" has out "wrote b.html"
claim "it asks nobody for anything" has_not b.html "://"
claim "the title is there" has b.html "<title>a ball drops</title>"
run "$zeno" view b.h5 --frames 10 -o few.html
claim "fewer frames make a smaller page" \
    test "$(wc -c <few.html)" -lt "$(wc -c <b.html)"
# the page beside a film has a name that nobody typed: links and folders stay
mkdir a.d
cp b.h5 a.d/film
run "$zeno" view a.d/film
claim "the page of a film without a suffix is beside it" test -s a.d/film.html
echo mine >linked
ln -sf ../linked a.d/film.html
fails_with 1 "'a.d/film.html' cannot be written: File exists" "$zeno" view a.d/film
claim "what the link stands for stays" has linked mine
run "$zeno" view a.d/film -o a.d/film.html
claim "under a name that was typed it is followed" has linked "<title>a ball drops"
# nor does one take the place of its film
cp b.h5 film.html
for words in '' '-o film.html' '--png film.html' '-o ./film.html'; do
    # shellcheck disable=SC2086
    fails_with 2 "the film would be written over" "$zeno" view film.html $words
    claim "which stays" cmp b.h5 film.html
done
fails_with 2 "no film given" "$zeno" view
fails_with 1 "cannot be opened as HDF5" "$zeno" view none.h5
fails_with 1 "cannot be opened as HDF5" "$zeno" view b.html
fails_with 2 "--size '3': give WIDTHxHEIGHT, as 960x600" "$zeno" view b.h5 --size 3
fails_with 2 "--frames '1e3': give a whole number above 0, of at most nine digits" "$zeno" view b.h5 --frames 1e3
fails_with 2 "--time 'later': give an instant, in seconds" "$zeno" view b.h5 --time later
fails_with 2 "--turn 'nan': give an angle, in degrees" "$zeno" view b.h5 --turn nan
fails_with 2 "--away '0': give a distance above 0, in sizes of the scene" "$zeno" view b.h5 --away 0
fails_with 2 "-o '': give the name of a file" "$zeno" view b.h5 -o ''
fails_with 2 "no such option (zeno view --help): --frob" "$zeno" view b.h5 --frob 3
fails_with 2 "a value is missing after --tilt" "$zeno" view b.h5 --tilt
fails_with 1 "cannot be written" "$zeno" view b.h5 -o none/b.html
mkdir -p stuck
printf '#!/bin/sh\nexec sleep 60\n' >stuck/chromium
chmod +x stuck/chromium
fails_with 1 "did not end in the time it had" \
    env PATH="$work/stuck:$PATH" "$zeno" view b.h5 --png stuck.png --wait 1
# a picture that is not made costs no old one, and a name that is no file stays what it is
mkdir -p broken drawing place/x%20#y
printf '#!/bin/sh\nexit 1\n' >broken/chromium
cat >drawing/chromium <<'END'
#!/bin/sh
for word; do
    case $word in --screenshot=*) echo drawn >"${word#*=}" ;; file:*) echo "$word" >asked ;; esac
done
END
chmod +x broken/chromium drawing/chromium
echo old >old.png
fails_with 1 "Chromium took no picture: old.png" \
    env PATH="$work/broken:$PATH" TMPDIR="$work/place" "$zeno" view b.h5 --png old.png
claim "an old picture stays" has old.png old
ln -s old.png link.png
run env PATH="$work/drawing:$PATH" TMPDIR='place/x%20#y' "$zeno" view b.h5 --png link.png
claim "a link that was typed is followed" test -L link.png
claim "to the new picture" has old.png drawn
claim "whose page is found in any folder" has asked "/place/x%2520%23y/zeno-view-"
mkfifo nobody.png
fails_with 1 "it is a pipe that nobody reads" \
    env PATH="$work/drawing:$PATH" TMPDIR="$work/place" "$zeno" view b.h5 --png nobody.png
claim "which stays one" test -p nobody.png
env PATH="$work/stuck:$PATH" TMPDIR="$work/place" "$zeno" view b.h5 --png stuck.png >out 2>err &
viewing=$!
until [ -n "$(find place -name page.html)" ] || ! kill -0 $viewing; do sleep 0.1; done
kill -TERM $viewing
wait $viewing
claim "a signal ends it" test $? -eq 143
claim "nothing is left where it was made" test -z "$(find place -name 'zeno-view-*')"

# for other programs
run "$zeno" convert b.h5
claim "a film is told" has out "bodies       2, 1 of them move"
run "$zeno" convert b.h5 b.csv
claim "as a table" has b.csv '0,"ball",0,0,1.1'
claim "with a table of contacts" has b-contacts.csv 'impulse_x[N s]'
run "$zeno" convert b.h5 b.glb
claim "as glTF" test "$(head -c 4 b.glb)" = glTF
if command -v python3 >/dev/null 2>&1; then
    run python3 "$src/glb.py" b.glb
    claim "which is what its specification says" has out "good: 5 nodes"
fi
run "$zeno" convert b.h5 b.pvd
claim "for ParaView" has b.pvd 'file="b-bodies-00003.vtp"'
claim "all files are there" test -s b-contacts-00003.vtp
claim "contacts with their friction" has b-contacts-00003.vtp 'Name="mu"'
if command -v xmllint >/dev/null 2>&1; then
    run xmllint --noout b.pvd b-bodies-00003.vtp b-contacts-00003.vtp
    claim "and XML" status_is 0
fi
fails_with 2 "'b.h5' is a film and no scene" "$zeno" convert b.h5 b.yaml
claim "nothing is written" test ! -e b.yaml
run "$zeno" convert b.h5 'b<&">.pvd'
claim "whose names are text in it" has 'b<&">.pvd' 'file="b&#60;&#38;&#34;&#62;-bodies-00003.vtp"'
claim "and those of its files" test -s 'b<&">-bodies-00003.vtp'
# what is written beside the name that was given goes through no link
echo mine >mine
ln -s mine l-contacts.csv
ln -s mine l-contacts-00000.vtp
mkfifo l-bodies-00000.vtp
fails_with 1 "'l-contacts.csv' cannot be written: it is there and is no file" \
    "$zeno" convert b.h5 l.csv
fails_with 1 "'l-bodies-00000.vtp' cannot be written" "$zeno" convert b.h5 l.pvd
rm l-bodies-00000.vtp
fails_with 1 "'l-contacts-00000.vtp' cannot be written" "$zeno" convert b.h5 l.pvd
claim "what a link stands for stays" has mine mine
# nor over the film that is read
cp b.h5 k-contacts.csv
cp b.h5 k-bodies-00000.vtp
fails_with 2 "'k-contacts.csv' would be written over" \
    "$zeno" convert k-contacts.csv k.csv
claim "the film stays beside a table" cmp -s b.h5 k-contacts.csv
fails_with 2 "'k-bodies-00000.vtp' would be written over" \
    "$zeno" convert k-bodies-00000.vtp k.pvd
claim "the film stays beside its frames" cmp -s b.h5 k-bodies-00000.vtp
fails_with 2 "must end in .glb, .pvd, .csv or .hdf5" "$zeno" convert b.h5 b.obj
fails_with 1 "cannot be written" "$zeno" convert b.h5 none/b.glb
fails_with 1 "cannot be opened as HDF5" "$zeno" convert none.h5
fails_with 2 "is a scene and no film" "$zeno" convert "$scenes/robot.urdf" robot.glb
run "$zeno" convert b.h5 b.hdf5
claim "as Siconos writes it" status_is 0
# names that are paths in HDF5, or become the same
cat >odd.yaml <<'EOF'
simulation: {h: 0.01, T: 0.02}
bodies:
  ground: {fixed: yes, shape: {type: plane}}
  "a/b": {mass: 1, position: [0, 0, 1], shape: {type: sphere, radius: 0.1}}
  "a_b": {mass: 1, position: [1, 0, 1], shape: {type: sphere, radius: 0.1}}
  ".": {mass: 1, position: [2, 0, 1], shape: {type: sphere, radius: 0.1}}
  "..": {mass: 1, position: [3, 0, 1], shape: {type: sphere, radius: 0.1}}
  "/": {mass: 1, position: [4, 0, 1], shape: {type: sphere, radius: 0.1}}
  "%s;|= ": {mass: 1, position: [5, 0, 1], shape: {type: sphere, radius: 0.1}}
laws: {e: 0}
EOF
run "$zeno" run odd.yaml --output odd.h5
run "$zeno" convert odd.h5 odd.hdf5
claim "bodies of any names are written for other programs" status_is 0
run "$zeno" run odd.hdf5 --set T=0.02 --output again.csv
claim "and all of them are read again" test "$(head -1 again.csv | tr , '\n' | grep -c 'p0\[')" = 6
cp b.h5 film.hdf5
fails_with 2 "would be written over" "$zeno" convert film.hdf5 film.hdf5
# what is not whole takes no name, and what had it stays
for to in cut.hdf5 cut.glb cut.csv cut.pvd; do
    for before in '' mine; do
        [ -z "$before" ] || echo "$before" >$to
        run sh -c 'trap "" XFSZ; ulimit -f 1; exec "$@"' sh "$zeno" convert b.h5 $to
        claim "$to is not written where there is no room" status_is 1
        claim "which is said" has err "cannot be written"
        claim "nothing of it is left" test "$(cat $to* 2>/dev/null)" = "$before"
        rm -f cut*
    done
done
run sh -c 'trap "" XFSZ; ulimit -f 1; exec "$@"' sh "$zeno" convert "$scenes/robot.urdf" cut.yaml
claim "nor a scene" test ! -e cut.yaml
# nor where a signal ends it
(ulimit -c 0; ulimit -f 1; "$zeno" convert b.h5 cut.csv) >said 2>&1
claim "a signal ends it" test $? -gt 128
claim "and nothing is left" test -z "$(cat cut* 2>/dev/null)"
# what another one writes is not replaced, nor what may not be written
if command -v flock >/dev/null 2>&1; then
    echo mine >cut.csv
    fails_with 1 "it is open for writing" flock cut.csv "$zeno" convert b.h5 cut.csv
    claim "and stays" has cut.csv mine
    rm cut.csv
fi
if [ "$(id -u)" != 0 ]; then
    echo mine >cut.csv
    chmod a-w cut.csv
    fails_with 1 "Permission denied" "$zeno" convert b.h5 cut.csv
    claim "what may not be written stays" has cut.csv mine
    rm -f cut.csv
fi
# nobody waits for who may read a pipe
mkfifo nobody.csv nobody.html nobody.json
fails_with 1 "it is a pipe that nobody reads" timeout 60 "$zeno" convert b.h5 nobody.csv
fails_with 1 "it is a pipe that nobody reads" timeout 60 "$zeno" view b.h5 -o nobody.html
fails_with 2 "it is a pipe that nobody reads" timeout 60 "$zeno" run "$scenes/ball_drop.yaml" \
    --set T=0.01 --report nobody.json
for to in convert.csv report.json; do
    mkfifo $to
    cat $to >read &
    reader=$!
    tries=0 # it may come before its reader
    until case $to in
    *.csv) timeout 60 "$zeno" convert b.h5 $to ;;
    *) timeout 60 "$zeno" run "$scenes/ball_drop.yaml" --quiet --set T=0.01 --report $to ;;
    esac 2>/dev/null; do
        tries=$((tries + 1))
        [ "$tries" -lt 100 ] || break
        sleep 0.1
    done
    [ "$tries" -lt 100 ] || kill "$reader"
    wait "$reader"
    claim "who reads the pipe $to has all of it" test "$(wc -l <read)" -ge 10
done
h5py=
for python in python3 /usr/bin/python3; do
    "$python" -c "import h5py" 2>/dev/null && h5py=$python
done
if [ "$h5py" ]; then
    run "$h5py" "$src/siconos.py" b.h5 b.hdf5
    claim "with the poses, velocities and contacts of the film" status_is 0
fi
if command -v siconos_info >/dev/null 2>&1; then
    run siconos_info b.hdf5
    claim "which its own tool tells" status_is 0
fi
cp "$scenes/ball_drop.yaml" same.yaml
fails_with 2 "'same.yaml' would be written over" "$zeno" convert same.yaml same.yaml
claim "a scene is not written over itself" cmp same.yaml "$scenes/ball_drop.yaml"

# surfaces: a mesh from a file beside the scene, ground by an expression
run "$zeno" run "$scenes/bowl.yaml" --quiet --stop-after 2 --output bowl.h5
run "$zeno" view bowl.h5
claim "a mesh is in the page" has bowl.html '"form":"mesh","colour":"#c8a878"'
run "$zeno" convert bowl.h5 bowl.glb
claim "and in glTF" status_is 0
claim "with its triangles" test "$(wc -c <bowl.glb)" -gt 25000
if command -v python3 >/dev/null 2>&1; then
    run python3 "$src/glb.py" bowl.glb
    claim "which is as specified" status_is 0
fi
run "$zeno" run "$scenes/rockfall.yaml" --quiet --stop-after 2 --output rocks.h5
run "$zeno" convert rocks.h5 rocks.pvd
claim "the ground is in ParaView's files, 3360 triangles, and the stones" \
    has rocks-bodies-00000.vtp 'NumberOfPolys="3660"'
cat >far.yaml <<'END'
bodies: {b: {fixed: yes, shape: {type: mesh, file: far.obj}}}
END
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n' >far.obj
fails_with 2 "far.yaml:1:52: far.obj:4: there is no point 9" "$zeno" run far.yaml

# the plane: a table, a page, all exports, and a run that goes on from its film
cat >plane.yaml <<'END'
dimension: 2
parameters: {T: 0.2}
gravity: [0, -9.81]
laws: {mu: 0.4, e: 0.3}
bodies:
  ground: {fixed: yes, shape: {type: half_plane}}
  wall: {fixed: yes, shape: {type: segment, points: [[1, 0], [1, 1]]}}
  disc: {density: 10, position: [0, 0.4], velocity: [1, 0], shape: {type: disc, radius: 0.1}}
  box: {density: 10, position: [0.5, 0.1], rotation: 0.2, shape: {type: rectangle, size: [0.2, 0.1]}}
  nut: {density: 10, position: [-0.5, 0.2], shape: {type: polygon, points: [[-0.1, 0], [0.1, 0], [0, 0.1]]}}
simulation: {h: 1e-3, T: T}
END
run "$zeno" run plane.yaml --quiet --output plane.csv
claim "a scene of the plane is recorded" has plane.csv "disc.angle[rad]"
run "$zeno" run plane.yaml --quiet --output plane.h5
for out in plane.glb plane.pvd plane.csv plane.hdf5; do
    run "$zeno" convert plane.h5 $out
    claim "its film becomes $out" status_is 0
done
run "$zeno" view plane.h5
claim "and a page, seen from the front" has plane.html '"flat":true'
if [ "$h5py" ]; then
    run "$h5py" "$src/siconos.py" plane.h5 plane.hdf5
    claim "with the tracks of Siconos in two dimensions" status_is 0
fi
run "$zeno" run plane.yaml --quiet --set T=0.4 --output whole.h5
run "$zeno" run plane.yaml --quiet --set T=0.4 --restart plane.h5 --output rest.h5
claim "a run goes on from a film" status_is 0
for film in whole rest; do
    run "$zeno" convert $film.h5 $film.csv
    tail -n 3 $film.csv >$film.end
    tail -n 6 $film-contacts.csv >>$film.end
done
claim "and ends with the same bits" cmp whole.end rest.end
fails_with 2 "there is a file of that name" "$zeno" run plane.yaml --restart plane.h5 --output plane.h5
fails_with 2 "no state is in it" "$zeno" run plane.yaml --restart plane.hdf5
run "$zeno" run plane.yaml --restart none.h5
claim "nobody but the program says that a film is not there" \
    [ "$(wc -l <err)" = 1 ]
sed 's/^dimension: 2/dimension: 2.5/' plane.yaml >odd.yaml
fails_with 2 "dimension = 2.5, must be 2 or 3" "$zeno" run odd.yaml

# where nothing touches, a solver that is named waits for the problems that it is of
cat >bounce.yaml <<'END'
gravity: [0, 0, -9.81]
laws: {mu: 0.3, e: 0.8}
bodies:
  ground: {fixed: yes, shape: {type: plane}}
  ball: {density: 1000, position: [0, 0, 0.5], velocity: [1, 0, 0], shape: {type: sphere, radius: 0.1}}
simulation: {h: 1e-3, T: 1, solver: nsgs, solver.max_iter: 2000}
END
run "$zeno" run bounce.yaml --quiet --output whole.csv
claim "a solver of friction is named before there is a contact, and after" status_is 0
run "$zeno" run bounce.yaml --quiet --set T=0.4 --output bounce.h5
run "$zeno" run bounce.yaml --quiet --restart bounce.h5 --output bounced.csv
claim "and where a run goes on in between" status_is 0
claim "with the same bits" [ "$(tail -n 1 whole.csv)" = "$(tail -n 1 bounced.csv)" ]

# a run that ended before its time goes on from its film, too, from the last step
run "$zeno" run plane.yaml --quiet --output short.h5 --set newton_max_iter=1
claim "a run ends where Newton's method does" status_is 1
run "$zeno" convert short.h5
claim "and its film has that instant" has out "t = 0 s to 0.08 s"
run "$zeno" run plane.yaml --quiet --restart short.h5 --output on.h5
claim "and another goes on from there" status_is 0
run "$zeno" convert on.h5 on.csv
run "$zeno" convert plane.h5 plane.csv
claim "to the same end" [ "$(tail -n 3 on.csv)" = "$(tail -n 3 plane.csv)" ]

# a robot: what is not read is said; it comes to rest, and its scene has the same bits
run "$zeno" run "$scenes/robot.urdf" --set T=3 --quiet --every 1000 --output robot.h5
claim "a robot runs" status_is 0
claim "what is not read is said" has err "attribute 'effort' of <limit> is ignored, and 2 more"
run "$zeno" plot -l robot.h5
claim "its links are there" has out "hand.z[m]"
run "$zeno" convert "$scenes/robot.urdf" robot.yaml
claim "it becomes a scene" has robot.yaml '"elbow": {type: revolute, bodies: ["fore", "upper"]'
run "$zeno" run robot.yaml --set T=3 --quiet --every 1000 --output same.h5
run "$zeno" compare robot.h5 same.h5
claim "with the same bits" status_is 0
run "$zeno" run "$scenes/robot.urdf" --set T=3 --quiet --report rest.json
claim "which rests in the end" awk -F '[:,]' \
    '/"kinetic_end"/ { rest = $2 >= 0 && $2 < 1e-6 } END { exit !rest }' rest.json
fails_with 1 "cannot be written" "$zeno" convert robot.yaml none/robot.yaml

# a limit on the size of files is told, and the film is readable
(
    trap '' XFSZ
    ulimit -f 100
    "$zeno" run "$scenes/ball_drop.yaml" --quiet --output limit.h5 2>limit.err
    echo $? >limit.status
)
claim "a film that is too large for the limit ends the run" grep -q '^1$' limit.status
claim "with the reason" has limit.err "too large"
run "$zeno" info limit.h5
claim "and can be read" status_is 0

# layers of a lattice that are 1 cm apart fall 5 cm in a step: those above the ones that the floor stops are found
sed '/^simulation:/d' "$scenes/columns.yaml" >coarse.yaml
echo 'simulation: {h: 1e-2, T: 0.6, projection: combined}' >>coarse.yaml
run "$zeno" run coarse.yaml --quiet --output coarse.csv
claim "layers that fall farther than they are apart stand" status_is 0
claim "in columns, from 0.1 to 1.1 m" test "$(tail -n 1 coarse.csv |
    awk -F, '{ for (k = 0; k < 6; k++) d += ($(4 + 13 * k) - 0.1 - 0.2 * k) ^ 2; print d < 1e-16 }')" = 1
run "$zeno" run coarse.yaml --quiet --output coarse.csv --set projection=direct --set projection_max_iter=1
claim "a projection that is not let to its end ends the run" status_is 1
claim "with the depth" has err "is still violated by 0.0"
claim "and the remedy" has err "a larger projection_tol"

# what ends a script in a title stays a title
sed 's,^title:.*,title: "</script><b>&\\"",' "$scenes/ball_drop.yaml" >odd.yaml
run "$zeno" run odd.yaml --quiet --output odd.h5 --set T=0.1
run "$zeno" view odd.h5
claim "a title is no HTML" has_not odd.html "</script><b>"

# in a browser: it starts, and a click in the middle finds the ball
if command -v chromium >/dev/null 2>&1; then
    dom()
    {
        chromium --headless --no-sandbox --use-angle=swiftshader \
            --enable-unsafe-swiftshader --window-size=600,400 \
            --virtual-time-budget=3000 --dump-dom "file://$work/$1" 2>/dev/null |
            head -n 3
    }
    run dom "b.html#t=0&pick=0.5,0.5&away=1"
    claim "the page starts" has out 'data-zeno="ready"'
    claim "arrows of few contacts are a tenth of the scene" \
        has out 'data-arrow="0.100"'
    run "$zeno" view b.h5 --png b.png --size 300x200
    claim "a picture is taken" status_is 0
    claim "it is one" test "$(wc -c <b.png)" -gt 3000
    cat >many.yaml <<'END'
gravity: [0, 0, -9.81]
laws: {mu: 0.3}
bodies:
  floor: {fixed: yes, shape: {type: plane}}
  ball:
    repeat: {i: 30, j: 40}
    position: [3*i, 3*j, 1]
    mass: 1
    shape: {type: sphere, radius: 1}
simulation: {h: 1e-2, T: 2e-2}
END
    run "$zeno" run many.yaml --quiet --output many.h5
    run "$zeno" view many.h5
    run dom "many.html"
    claim "those of 1200 half as long as of 300, to leave bodies to be seen" \
        has out 'data-arrow="0.0500"'
    cat >still.yaml <<'END'
bodies: {ball: {mass: 1, shape: {type: sphere, radius: 1}}}
simulation: {h: 1e-2, T: 0.1}
END
    run "$zeno" run still.yaml --quiet --output still.h5
    run "$zeno" view still.h5
    run dom "still.html#pick=0.5,0.5"
    claim "a click chooses a body" has out 'data-chosen="ball"'
    run dom "still.html#pick=0.02,0.02"
    claim "a click beside it none" has out 'data-chosen=""'
else
    echo "SKIP: no chromium, pages were not opened"
fi

finish
