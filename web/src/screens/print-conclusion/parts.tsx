import { conclusion as words } from '@shp/shared/text/conclusion';

/** Names and values, two pairs per row. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: string])[] }) {
  const rows = facts.flatMap((fact, index) => (index % 2 === 0 ? [[fact, facts[index + 1]] as const] : []));
  return (
    <table className="facts">
      <tbody>
        {rows.map(([left, right]) => (
          <tr key={left[0]}>
            <th scope="row">{left[0]}</th>
            <td colSpan={right ? 1 : 3}>{left[1]}</td>
            {right && (
              <>
                <th scope="row">{right[0]}</th>
                <td>{right[1]}</td>
              </>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type OpinionsProps = { opinions: readonly { name: string; text: string }[]; none?: string };

/** Each author's text with the name below it. */
export function Opinions({ opinions, none = words.none }: OpinionsProps) {
  if (opinions.length === 0) return <p>{none}</p>;
  return opinions.map(({ name, text }) => (
    <div key={name} className="opinion">
      <p>{text}</p>
      <p className="by">{name}</p>
    </div>
  ));
}
