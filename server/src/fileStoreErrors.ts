/** The store of files cannot be reached, or says that it is too busy, and said so again. */
export class StoreAway extends Error {
  override readonly name = 'StoreAway';
}

/** The store of files refuses: `code` is its own word for why, `NoSuchBucket`. */
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

/** What the environment or the name of a bucket lacks. */
export class UnfitStore extends Error {
  override readonly name = 'UnfitStore';
  constructor(readonly lacks: 'keys' | 'endpoint' | 'name') {
    super(`unfit store of files: ${lacks}`);
  }
}

/** A place for files is another installation's, whose bytes no row here would need. */
export class ForeignFiles extends Error {
  override readonly name = 'ForeignFiles';
  constructor(readonly place: string) {
    super(`${place} holds another installation's files`);
  }
}
