import type { DocumentFile } from '@shp/shared/api/objects';
import { type ColumnType, column, shownText, type Value } from '@shp/shared/sheets/column';
import { useState } from 'react';
import { displayWidth } from '../../lib/width.ts';
import { readersOf } from '../../lists/fileViews.ts';
import { bytes } from '../../output/progress.ts';
import { commandLine } from '../commands/commandLine.ts';
import { deleteDocumentsJob } from '../jobs/deletions.ts';
import { targetOf } from '../list/actionTarget.ts';
import { type ListDef, listInput } from '../list/definition.ts';
import { type Dialog, ListScreen, useModel } from '../list/ListScreen.tsx';
import type { ListColumn } from '../list/layout.ts';
import type { Selection } from '../list/selection.ts';
import { whyNoCall, whyNoUpload } from '../permissions.ts';
import { useSession } from '../session.ts';
import type { Texts } from '../texts.ts';
import { useTexts, useUi } from '../ui.ts';
import { useCopied } from '../useCopied.ts';
import { floatRows, QUESTION_COLUMNS } from '../widgets/Floats.tsx';
import { type Fact, keyValueLines } from '../widgets/keyValueLines.ts';
import { Lines } from '../widgets/Line.tsx';
import { ChangeReaders } from './ChangeReaders.tsx';
import { DownloadPrompt } from './DownloadPrompt.tsx';
import { OperationConfirm } from './OperationConfirm.tsx';
import { AddDocuments } from './uploads/AddDocuments.tsx';
import { useOpenFile } from './useOpenFile.ts';

/** Titles of documents differ at their ends. */
const TITLE_SHARE = 0.65;

/** As many of a document's readers as fit, and how many there are besides. */
function fittingReaders({ roles }: DocumentFile, width: number, { common, tui }: Texts): string {
  if (roles.length === 0) return tui.files.everybody;
  const short = roles.map((role) => tui.files.shortRoles[role]);
  const whole = roles.map((role) => common.roles[role]);
  const names = whole.length === 1 && displayWidth(whole.join()) <= width ? whole : short;
  const text = (shown: number) =>
    shown === names.length
      ? names.join(common.marks.list)
      : tui.files.someRoles(names.slice(0, shown).join(common.marks.list), names.length - shown);
  const most = names.findLastIndex((_, at) => displayWidth(text(at + 1)) <= width) + 1;
  return most > 0 ? text(most) : tui.files.countRoles(names.length);
}

function documentColumns(texts: Texts): ListColumn<DocumentFile>[] {
  const { tui, common } = texts;
  const one = (
    key: 'title' | 'extension' | 'size' | 'uploadedAt' | 'by' | 'roles',
    [type, width]: [ColumnType, number],
    value: (file: DocumentFile) => Value,
    words?: (file: DocumentFile, lang: 'zh' | 'en') => string,
  ) => {
    const heading = { zh: tui.files[key], en: tui.files[key] };
    return column({ key, heading, type, width, value, ...(words ? { words } : {}) });
  };
  return [
    { ...one('title', ['text', 40], ({ title }) => title), nameShare: TITLE_SHARE },
    one('extension', ['code', 6], ({ extension }) => extension),
    one(
      'size',
      ['number', 10],
      ({ size }) => size,
      ({ size }) => bytes(size),
    ),
    { ...one('uploadedAt', ['time', 20], ({ uploadedAt }) => uploadedAt), sortBy: 'uploadedAt' },
    {
      ...one(
        'roles',
        ['text', 30],
        ({ roles }) => roles,
        (file, lang) => readersOf(file, { common, lang }),
      ),
      narrow: (file, width) => fittingReaders(file, width, texts),
    },
    one('by', ['text', 20], ({ by }) => by.name),
  ];
}

/** The documents that the caller may read. */
const DOCUMENT_LIST: ListDef<DocumentFile> = {
  name: 'documents',
  place: 'documents',
  title: ({ common }) => common.menu.documents,
  columns: (_role, texts) => documentColumns(texts),
  // Who may read a document matters more than who uploaded it.
  brief: ['title', 'extension', 'size', 'uploadedAt', 'roles', 'by'],
  filters: [],
  usualSort: { by: 'uploadedAt', desc: true },
  get: (api, input, signal) =>
    api.call('GET document/list', listInput<'GET document/list'>(input), { signal, revalidate: true }),
  nameOf: ({ title, extension }) => `${title}.${extension}`,
};

/** Rows of the facts below the list, with one for a value that wraps, and of the readers alone. */
const [FACT_ROWS, READER_ROWS] = [7, 3];

/** The documents; opening one downloads it. */
export function DocumentsTab({ height }: { height: number }) {
  const texts = useTexts();
  const { tui } = texts;
  const { me } = useSession();
  const model = useModel(() => DOCUMENT_LIST, DOCUMENT_LIST.name);
  const [asked, setAsked] = useState<DocumentFile | 'delete' | 'add' | Selection<DocumentFile> | null>(null);
  const copied = useCopied();
  const open = useOpenFile(() => setAsked(model.current ?? null));
  const close = () => setAsked(null);
  const dialog = (): Dialog | null => {
    if (asked === null) return null;
    if (asked === 'add') {
      return { node: <AddDocuments model={model} height={floatRows(height)} onClose={close} /> };
    }
    if (asked !== 'delete' && 'kind' in asked) {
      return { node: <ChangeReaders model={model} target={asked} height={floatRows(height)} onClose={close} /> };
    }
    if (asked !== 'delete') {
      return { node: <DownloadPrompt kind="document" file={asked} onClose={close} />, width: QUESTION_COLUMNS };
    }
    const job = (target: Selection<DocumentFile>) => deleteDocumentsJob(model, target, texts);
    return {
      node: <OperationConfirm operation="deleteDocuments" model={model} job={job} onClose={close} />,
      width: QUESTION_COLUMNS,
    };
  };
  return (
    <ListScreen<DocumentFile>
      model={model}
      height={height}
      onOpen={setAsked}
      dialog={dialog()}
      whole={(file) =>
        (factsOf(file, texts).find(([, , isList]) => isList) ?? []).slice(0, 2).join(texts.common.marks.colon)
      }
      wholeRows={READER_ROWS}
      detail={{
        head: DOCUMENT_LIST.nameOf,
        node: (file) => <DocumentFacts file={file} />,
        below: FACT_ROWS,
      }}
      actions={{
        export: () => {
          if (model.current) setAsked(model.current);
        },
        copy: () => copied(model.current && DOCUMENT_LIST.nameOf(model.current)),
        openDocument: () => {
          const { current } = model;
          if (current) open('document', current, commandLine('documents', 'download', current.id));
        },
        addDocuments: () => setAsked('add'),
        readers: () => setAsked(targetOf(model)),
        delete: () => setAsked('delete'),
      }}
      names={{ open: tui.files.download, export: tui.files.download, copy: texts.acts.openFile.copyName }}
      unmet={{
        exportable: model.state.total === 0 ? tui.why.noRows : null,
        openRight: whyNoCall(me, 'GET document/token', texts),
        exportRight: whyNoCall(me, 'GET document/token', texts),
        deleteRight: whyNoCall(me, 'POST document/delete?', texts),
        readersRight: whyNoCall(me, 'POST document/update_roles', texts),
        uploadRight: whyNoUpload(me, 'document', texts),
      }}
    />
  );
}

/** A document's facts; its readers are a list. */
function factsOf(file: DocumentFile, texts: Texts): Fact[] {
  return documentColumns(texts).map((column) => [
    column.heading[texts.lang],
    shownText(column, file, texts.lang, texts.common.marks.list),
    column.key === 'roles',
  ]);
}

function DocumentFacts({ file }: { file: DocumentFile }) {
  const { texts, columns } = useUi();
  return <Lines lines={keyValueLines(factsOf(file, texts), columns)} />;
}
