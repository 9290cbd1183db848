/**
 * These packages and all that they need, each at the version of the lock file: what was built, tested and audited is what
 * an installation gets. npm reads no lock file out of a packed package, so the package names all of it as its own need.
 * What only one platform needs is left to the package that names it, which must do so by one version.
 */
export function pinned(lock, names) {
  const found = new Map();
  const add = (from, name) => {
    const place = placeOf(lock, from, name);
    const { version, dependencies = {}, optionalDependencies = {} } = lock[place];
    if (found.has(name) && found.get(name) !== version) throw new Error(`${name} is needed in two versions`);
    if (found.has(name)) return;
    found.set(name, version);
    for (const next of Object.keys(dependencies)) add(place, next);
    for (const [next, range] of Object.entries(optionalDependencies)) {
      if (!isOfOnePlatform(lock, place, next)) add(place, next);
      else if (!/^\d+(?:\.\d+){2}$/.test(range)) throw new Error(`${name} leaves the version of ${next} open`);
    }
  };
  for (const name of names) add('', name);
  return Object.fromEntries([...found].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Where a package finds another: in its own folder, or in one above. */
function placeOf(lock, from, name) {
  for (let folder = from; folder !== ''; folder = folder.replace(/\/?node_modules\/(?:@[^/]+\/)?[^/]+$/, '')) {
    const place = `${folder}/node_modules/${name}`;
    if (lock[place]) return place;
  }
  return `node_modules/${name}`;
}

function isOfOnePlatform(lock, from, name) {
  const entry = lock[placeOf(lock, from, name)];
  return entry === undefined || entry.os !== undefined || entry.cpu !== undefined;
}
