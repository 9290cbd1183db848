/** The file store was unreachable or too busy, also after retries. */
export class StoreAway extends Error {
  override readonly name = 'StoreAway';
}

/** The file store refuses the request; `code` is its error code, for example `NoSuchBucket`. */
export class StoreRefuses extends Error {
  override readonly name = 'StoreRefuses';
  constructor(
    readonly bucket: string,
    readonly status: number,
    readonly code: string,
  ) {
    super(`${bucket}: ${status} ${code}`);
  }
}

/** The environment or the bucket's name lacks something. */
export class UnfitStore extends Error {
  override readonly name = 'UnfitStore';
  constructor(readonly lacks: 'keys' | 'endpoint' | 'name') {
    super(`unfit store of files: ${lacks}`);
  }
}

/** The directory or bucket holds another installation's files; no row here refers to them. */
export class ForeignFiles extends Error {
  override readonly name = 'ForeignFiles';
  constructor(readonly place: string) {
    super(`${place} holds another installation's files`);
  }
}
