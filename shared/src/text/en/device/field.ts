const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`;

/** Texts of what is taken along and of work without a line. */
export const field = {
  title: 'On this device',
  notHere: 'This browser cannot store anything here: it needs https, and no private window.',
  shown: (day: string) => `No connection to the server. What you see was downloaded at ${day}.`,
  newVersion: 'A new version of the console is ready.',
  loadVersion: 'Update now',
  unsent: {
    title: 'Not sent',
    none: 'Everything is sent.',
    edits: (edits: number) => count(edits, 'edit', 'edits'),
    photos: (photos: number) => count(photos, 'photograph', 'photographs'),
    sends: 'Sent automatically once you are connected; kept in this browser until then.',
    fails: (photos: number) =>
      `${count(photos, 'photograph was', 'photographs were')} not accepted. The reason is next to each.`,
    version: 'A new version of the console waits until everything is sent.',
    drop: (name: string) => `Discard ${name}`,
  },
  taken: {
    title: 'Downloaded',
    none: 'Nothing downloaded yet.',
    facts: (at: string, size: string, until: string) => `As of ${at} · ${size} · until ${until}`,
    pictures: (pictures: number) => count(pictures, 'picture', 'pictures'),
    renew: 'Update',
    renewOf: (station: string) => `Update ${station}`,
    drop: 'Delete',
    dropOf: (station: string) => `Delete ${station} from this device`,
    kept: 'Kept for 14 days or until you log out.',
  },
  take: {
    title: 'Download for offline use',
    none: 'Nothing is waiting for you.',
    note: 'Standard, form, scores, remarks and picture previews are then available offline.',
    pictures: 'Previews of pictures',
    sizes: { 0: 'None', 800: 'Small (800 px)', 1600: 'Large (1,600 px)' },
    needs: (down: string, here: string) => `Downloads about ${down}, needs about ${here} here`,
    free: (free: string) => `${free} free`,
    go: (chosen: number) => (chosen === 0 ? 'Download' : `Download (${chosen})`),
    progress: (done: number, total: number) => `${done} of ${total}`,
    done: 'Downloaded. The console now opens without a connection.',
    failed: 'Not everything was downloaded:',
    noRoom: 'Not enough space on this device.',
  },
  pin: {
    title: 'PIN',
    label: 'PIN',
    none: 'Without a PIN, anyone using this browser offline can open what is downloaded.',
    set: 'Downloads open only with your PIN. Ten wrong attempts delete them; unsent work stays.',
    least: (least: number) => `At least ${least} characters`,
    add: 'Set PIN',
    remove: 'Remove PIN',
    open: 'Open',
    wrong: (left: number) => `Wrong PIN. ${count(left, 'try', 'tries')} left.`,
    deleted: 'Ten wrong PINs: the downloads were deleted. Unsent work stays in this browser.',
  },
  photo: {
    take: 'Take a photo',
    takeFor: (serial: string) => `Photograph for item ${serial}`,
    takeForFinding: (no: string) => `Photograph for finding ${no}`,
    place: 'Keep place and time in photographs',
    failed: 'The photo could not be read.',
    noRoom: 'No space on this device: keep this page open until the photo is sent.',
  },
  door: {
    title: 'No connection to the server',
    note: 'You can open what is downloaded on this device. Log in when the connection is back; your work is kept until then.',
    open: (name: string) => `Continue as ${name}`,
  },
};

export type FieldText = typeof field;
