const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`;

/** Texts of what is taken along and of work without a line. */
export const field = {
  title: 'On this device',
  notHere: 'This browser cannot store anything here: it needs https, and no private window.',
  shown: (day: string) => `No connection to the server. What you see was taken along at ${day}.`,
  newVersion: 'A new version of the console is ready.',
  loadVersion: 'Load it',
  unsent: {
    title: 'Not sent',
    none: 'Everything is sent.',
    edits: (edits: number) => count(edits, 'edit', 'edits'),
    photos: (photos: number) => count(photos, 'photograph', 'photographs'),
    sends: 'It is sent by itself as soon as there is a connection. It stays in this browser until then.',
    fails: (photos: number) =>
      `${count(photos, 'photograph was', 'photographs were')} not accepted. The reason stands beside each.`,
    version: 'A new version of the console waits until everything is sent.',
    drop: (name: string) => `Discard ${name}`,
  },
  taken: {
    title: 'Taken along',
    none: 'Nothing is taken along.',
    facts: (at: string, size: string, until: string) => `As of ${at} · ${size} · until ${until}`,
    pictures: (pictures: number) => count(pictures, 'picture', 'pictures'),
    renew: 'Renew',
    renewOf: (station: string) => `Renew ${station}`,
    drop: 'Delete',
    dropOf: (station: string) => `Delete ${station} from this device`,
    kept: 'Kept for 14 days or until you log out.',
  },
  take: {
    title: 'Take along',
    none: 'Nothing waits for you.',
    note: 'Standard, form, scores, remarks and previews of pictures are then here without a connection.',
    pictures: 'Previews of pictures',
    sizes: { 0: 'None', 800: 'Small (800 px)', 1600: 'Large (1,600 px)' },
    needs: (down: string, here: string) => `Downloads about ${down}, needs about ${here} here`,
    free: (free: string) => `${free} free`,
    go: (chosen: number) => (chosen === 0 ? 'Take along' : `Take along (${chosen})`),
    progress: (done: number, total: number) => `${done} of ${total}`,
    done: 'Taken along. The console now starts without a connection.',
    failed: 'Not everything was taken along:',
    noRoom: 'There is not enough room on this device.',
  },
  pin: {
    title: 'PIN',
    label: 'PIN',
    none: 'Without a PIN, anyone who uses this browser without a connection can open what is taken along.',
    set: 'What is taken along opens only with your PIN. Ten wrong ones delete it; what is not sent stays.',
    least: (least: number) => `At least ${least} characters`,
    add: 'Set PIN',
    remove: 'Remove PIN',
    open: 'Open',
    wrong: (left: number) => `Wrong PIN. ${count(left, 'try', 'tries')} left.`,
    deleted: 'Ten wrong PINs: what was taken along is deleted. What is not sent stays in this browser.',
  },
  photo: {
    take: 'Photograph',
    takeFor: (serial: string) => `Photograph for item ${serial}`,
    takeForFinding: (no: string) => `Photograph for finding ${no}`,
    place: 'Keep place and time in photographs',
    failed: 'The photograph could not be read.',
    noRoom: 'There is no room on this device: keep this page open until the photograph is sent.',
  },
  door: {
    title: 'No connection to the server',
    note: 'What was taken along on this device can be opened. Log in when the connection is back; what you write is kept until then.',
    open: (name: string) => `Continue as ${name}`,
  },
};

export type FieldText = typeof field;
