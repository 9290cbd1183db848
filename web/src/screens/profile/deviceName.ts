/** The device of a session as people name it, such as "Windows 10 · Edge 126"; an unknown client as it calls itself. */
export function deviceName(agent: string): string {
  const found = [firstOf(SYSTEMS, agent), firstOf(BROWSERS, agent)].filter((part) => part !== null);
  return found.length > 0 ? found.join(' · ') : agent;
}

type Known = readonly (readonly [pattern: RegExp, name: string])[];

const SYSTEMS: Known = [
  // Windows 11 still calls itself 10.
  [/Windows NT 10/, 'Windows 10/11'],
  [/Windows NT 6\.[23]/, 'Windows 8'],
  [/Windows NT 6\.1/, 'Windows 7'],
  [/HarmonyOS|OpenHarmony/, 'HarmonyOS'],
  [/Android ([\d]+)/, 'Android'],
  [/iPhone OS ([\d]+)/, 'iPhone iOS'],
  [/iPad.*? OS ([\d]+)/, 'iPad iOS'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];

/** In this order, because most browsers also name those that they descend from. */
const BROWSERS: Known = [
  [/^shp\/([\d.]+)/, 'shp'],
  [/MicroMessenger\/(\d+)/, 'WeChat'],
  [/QQBrowser\/(\d+)/, 'QQ Browser'],
  [/Edg(?:A|iOS)?\/(\d+)/, 'Edge'],
  [/OPR\/(\d+)/, 'Opera'],
  [/Firefox\/(\d+)/, 'Firefox'],
  [/(?:Headless)?Chrome\/(\d+)/, 'Chrome'],
  [/Version\/(\d+).*Safari/, 'Safari'],
];

function firstOf(known: Known, agent: string): string | null {
  for (const [pattern, name] of known) {
    const found = pattern.exec(agent);
    if (found) return found[1] === undefined ? name : `${name} ${found[1]}`;
  }
  return null;
}
