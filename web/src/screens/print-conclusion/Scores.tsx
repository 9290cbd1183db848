import type { Print } from '@shp/shared/api/objects';
import { fromTenths, toTenths } from '@shp/shared/domain/lib/rational';
import { conclusion as words } from '@shp/shared/text/conclusion';
import { WholeDates } from '../../ui/fields/WholeDates.tsx';

type Chapter = Print['chapters'][number];
const POINTS = ['full', 'missing', 'lost', 'got'] as const;

/** The score by chapter and in total. */
export function Chapters({ chapters, score }: { chapters: readonly Chapter[]; score: number | null }) {
  const text = words.chapters;
  if (chapters.length === 0) return <p>{words.none}</p>;
  const total = (key: (typeof POINTS)[number]) =>
    fromTenths(chapters.reduce((sum, chapter) => sum + toTenths(chapter[key]), 0));
  return (
    <>
      <table className="figures">
        <thead>
          <tr>
            {(['serial', 'title', ...POINTS, 'rate'] as const).map((key) => (
              <th key={key} scope="col">
                {text[key]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {chapters.map((chapter) => (
            <tr key={chapter.serial}>
              <td>{chapter.serial}</td>
              <td>{chapter.title}</td>
              {POINTS.map((key) => (
                <td key={key}>{chapter[key].toFixed(1)}</td>
              ))}
              <td>{percent(chapter.rate)}</td>
            </tr>
          ))}
          <tr className="total">
            <td />
            <th scope="row">{text.total}</th>
            {POINTS.map((key) => (
              <td key={key}>{total(key).toFixed(1)}</td>
            ))}
            <td>{percent(score)}</td>
          </tr>
        </tbody>
      </table>
      <p className="note">{text.note}</p>
    </>
  );
}

const percent = (rate: number | null) => (rate === null ? words.blank : `${rate.toFixed(1)}%`);

/** Items that do not apply to this station, with the experts' reasons. */
export function MissingItems({ items }: { items: Print['missingItems'] }) {
  const rows = items.map(({ score, ...item }) => ({ ...item, points: score }));
  const { serial, content, score, reasons } = words.missingItems;
  return <Items headings={[serial, content, score, reasons]} rows={rows} />;
}

/** Items that lost points, with the experts' findings and advice. */
export function Problems({ items }: { items: Print['problems'] }) {
  const { advised, dueBy } = words.problems;
  const rows = items.map(({ lost, text, advice, due, reasons, ...item }) => ({
    ...item,
    points: lost,
    // What the final manager wrote takes the place of the reasons that it merged.
    reasons: [
      ...(text === undefined ? reasons : [text]),
      ...(advice === undefined ? [] : [`${advised}${advice}`]),
      ...(due === undefined ? [] : [`${dueBy}${due}`]),
    ],
  }));
  const { serial, content, lost, reasons: heading } = words.problems;
  return <Items headings={[serial, content, lost, heading]} rows={rows} />;
}

type Row = { serial: string; content: string; points: number; reasons: string[] };

function Items({ headings, rows }: { headings: readonly string[]; rows: readonly Row[] }) {
  if (rows.length === 0) return <p>{words.none}</p>;
  return (
    <table className="items">
      <thead>
        <tr>
          {headings.map((heading) => (
            <th key={heading} scope="col">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ serial, content, points, reasons }) => (
          <tr key={serial}>
            <td>{serial}</td>
            <td>{content}</td>
            <td>{points.toFixed(1)}</td>
            <td>
              {reasons.map((reason) => (
                <p key={reason}>
                  <WholeDates>{reason}</WholeDates>
                </p>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
