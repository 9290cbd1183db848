import type { Contract, Person } from './contract.ts';
import { addStation, COUNTY } from './people.ts';
import { type Bytes, Tus } from './tus.ts';

export type Applicant = {
  person: Person;
  /** The id of its draft assessment. */
  id: string;
  tus: Tus;
  /** The metadata for uploads of application files. */
  file: Record<string, string>;
};

/** A station with a draft, ready to upload. */
export async function newApplicant(server: Contract): Promise<Applicant> {
  const person = await addStation(server, COUNTY);
  const { id } = await person.api.call('POST assessment/add_assessment', { level: 3 });
  const file = { target: 'file', assessmentId: id, category: 'selfReport', filename: 'report.pdf' };
  return { person, id, tus: Tus.of(server, person), file };
}

export function addFile({ id, tus }: Applicant, filename: string, bytes: Bytes, category = 'other'): Promise<string> {
  return tus.upload({ target: 'file', assessmentId: id, category, filename }, bytes);
}

export function addEvidence({ id, tus }: Applicant, filename: string, bytes: Bytes, serial = '1.1.1'): Promise<string> {
  return tus.upload({ target: 'evidence', assessmentId: id, serial, filename }, bytes);
}

/** Uploads a document as the administrator, for these roles. */
export function addDocument(server: Contract, filename: string, bytes: Bytes, roles = ''): Promise<string> {
  return Tus.of(server, server.admin).upload({ target: 'document', roles, filename }, bytes);
}

/** The URL of a download, with its name escaped as docs/spec/wire.md#files-evidence-documents requires. */
export function downloadAddress(path: string, { name, token }: { name: string; token: string }, more = ''): string {
  return `/api/${path}/${encodeURIComponent(name)}?token=${token}${more}`;
}

/** Status, code and fields of a refused request. */
export async function refusalOf(
  response: Promise<Response>,
): Promise<{ status: number; code: string; fields: string[] }> {
  const answer = await response;
  const { code, fields } = (await answer.json()) as { code: string; fields?: Record<string, string> };
  return { status: answer.status, code, fields: Object.keys(fields ?? {}) };
}

/** Puts an assessment into any status by SQL. */
export async function putInto(server: Contract, id: string, status: string): Promise<void> {
  await server.rawDatabase.sql('UPDATE assessments SET status = ? WHERE id = ?', status, id);
}
