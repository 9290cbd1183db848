/** A sentence whose dates stay whole: a browser breaks lines after a hyphen. */
export function WholeDates({ children }: { children: string }) {
  return children.split(DATE).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never move
      <span key={index} style={{ whiteSpace: 'nowrap' }}>
        {part}
      </span>
    ),
  );
}

/** A day or a month, with the punctuation that must not begin a line. */
const DATE = /(\d{4}-\d\d(?:-\d\d)?[.,;。，；）]?)/;
