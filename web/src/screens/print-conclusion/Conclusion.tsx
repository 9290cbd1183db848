import type { Output } from '@shp/shared/api/index';
import { dayOf } from '@shp/shared/domain/lib/days';
import { conclusion as words } from '@shp/shared/text/conclusion';
import { common } from '@shp/shared/text/zh/common';
import { QrCode } from '../../core/QrCode.tsx';
import { Facts, Opinions } from './parts.tsx';
import { Chapters, MissingItems, Problems } from './Scores.tsx';
import { usePrintText } from './texts.ts';
import { unitFacts } from './unitFacts.ts';

type Printed = Output<'GET assessment/print'>;

type Props = {
  print: Printed;
  /** A watermark on every page if the conclusion is not, or no longer, valid. */
  mark: string | null;
  /** The number of experts, if some of them are not in the score yet. */
  awaited: number | null;
};

/** The official document. */
export function Conclusion({ print, mark, awaited }: Props) {
  const { number, digest, level, selfScore, expertConclusions, manager, managerConclusion } = print;
  const { headings, blank } = words;
  return (
    <article className="conclusion" lang="zh-CN">
      {mark !== null && (
        <div className="watermark" aria-hidden="true">
          <span>{mark}</span>
        </div>
      )}
      <h1>
        {words.title}
        <small>{words.subtitle}</small>
      </h1>
      <p className="number">{number === null ? words.draft : `${words.number}${number}`}</p>
      <div className="together">
        <h2>{headings.result}</h2>
        <Facts facts={resultFacts(print, awaited)} />
      </div>
      <h2>{headings.unit}</h2>
      <Facts facts={[...unitFacts(print.unit, print.plant), [words.division, print.division]]} />
      <h2>{headings.application}</h2>
      <Facts
        facts={[
          [words.level, common.levels[level]],
          [words.selfScore, selfScore === null ? blank : selfScore.toFixed(1)],
        ]}
      />
      <h2>{headings.chapters}</h2>
      <Chapters chapters={print.chapters} score={print.score} />
      <h2>{headings.manager}</h2>
      <Opinions
        opinions={managerConclusion === null ? [] : [{ name: manager ?? '', text: managerConclusion }]}
        none={digest === null ? words.notWritten : words.none}
      />
      <div className="together">
        <Signatures experts={print.experts} />
        {number !== null && digest !== null && <Check number={number} digest={digest} />}
      </div>
      <h2 className="annex">{headings.problems}</h2>
      <Problems items={print.problems} />
      <h2>{headings.missing}</h2>
      <MissingItems items={print.missingItems} />
      <h2>{headings.experts}</h2>
      <Opinions opinions={expertConclusions.map(({ name, conclusion }) => ({ name, text: conclusion }))} />
    </article>
  );
}

function resultFacts(print: Printed, awaited: number | null) {
  const { digest, status, level, score, number, concludedAt, validUntil, experts } = print;
  const { result, blank } = words;
  const shown = score === null ? blank : score.toFixed(1);
  const verdict =
    digest === null
      ? result.pending
      : `${common.statuses[status]}${status === 'passed' ? `（${common.levels[level]}）` : ''}`;
  return [
    [result.result, verdict],
    [result.score, awaited === null ? shown : result.partial(shown, experts.length, awaited)],
    [result.number, number ?? blank],
    [result.concludedOn, concludedAt === null || digest === null ? blank : dayOf(concludedAt)],
    [result.validUntil, validUntil ?? blank],
  ] as const;
}

function Signatures({ experts }: { experts: readonly string[] }) {
  const { expert, manager, unit, date } = words.signatures;
  const lines = [
    ...experts.map((name) => [`expert-${name}`, expert, name] as const),
    ['manager', manager, ''] as const,
  ];
  return (
    <section>
      <h2>{words.headings.signatures}</h2>
      <ul className="signatures">
        {lines.map(([key, label, name]) => (
          <li key={key}>
            <span>{label}</span>
            <b>{name}</b>
            <i />
            <span>{date}</span>
          </li>
        ))}
        <li className="seal">
          <span>{unit}</span>
          <b />
          <i />
          <span>{date}</span>
        </li>
      </ul>
    </section>
  );
}

/** The certificate of a passed review, a page of its own. */
export function Certificate({ print }: { print: Printed }) {
  const { number, digest, level, status, manager, concludedAt, validUntil } = print;
  const { code } = usePrintText();
  const { certificate } = words;
  if (number === null || digest === null || concludedAt === null || validUntil === null || status !== 'passed')
    return null;
  const station = String(print.unit.name ?? '');
  return (
    <section className="conclusion certificate" lang="zh-CN" aria-label={certificate.title} ref={linked}>
      <h2>{certificate.title}</h2>
      <p className="text">{certificate.text(station, common.levels[level])}</p>
      <dl>
        <dt>{certificate.number}</dt>
        <dd>{number}</dd>
        <dt>{certificate.validUntil}</dt>
        <dd>{validUntil}</dd>
        <dt>{certificate.issuedOn}</dt>
        <dd>{dayOf(concludedAt)}</dd>
      </dl>
      <p className="seal">
        {certificate.unit}
        <span>{manager}</span>
      </p>
      <div className="check">
        <QrCode text={verifyAddress(number, digest)} label={code} />
        <p>
          {words.check}
          <br />
          {words.digest}
          <span className="digest">{digest}</span>
        </p>
      </div>
    </section>
  );
}

/** The certificate's link leads to its page. */
function linked(page: HTMLElement | null) {
  if (location.hash === '#certificate') page?.scrollIntoView();
}

const verifyAddress = (number: string, digest: string) =>
  `${location.origin}/api/verify?${new URLSearchParams({ number, digest })}`;

/** QR code and link that let a reader of the paper check it on the server. */
function Check({ number, digest }: { number: string; digest: string }) {
  const { code } = usePrintText();
  const address = verifyAddress(number, digest);
  return (
    <footer className="check">
      <a href={address} target="_blank" rel="noopener">
        <QrCode text={address} label={code} />
      </a>
      <p>
        {words.check}
        <br />
        {words.digest}
        <span className="digest">{digest}</span>
      </p>
    </footer>
  );
}
