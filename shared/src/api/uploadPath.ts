/** Where resumable uploads go (tus 1.0). It stands alone, so that whoever uploads loads no schema. */
export const UPLOAD_PATH = '/api/upload';
