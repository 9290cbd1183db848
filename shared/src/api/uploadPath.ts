/** The endpoint of resumable uploads (tus 1.0). A file of its own, so that upload code loads no schema. */
export const UPLOAD_PATH = '/api/upload';
