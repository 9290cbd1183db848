import type { Status } from '@shp/shared/domain/assessment/statuses';

/** A colour that repeats what the status says. */
export function statusTone(status: Status): string | undefined {
  switch (status) {
    case 'passed':
      return 'green';
    case 'failed':
    case 'revoked':
      return 'red';
    case 'returned':
      return 'yellow';
    case 'withdrawn':
    case 'draft':
      return 'gray';
    default:
      return undefined;
  }
}
