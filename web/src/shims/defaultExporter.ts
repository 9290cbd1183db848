import type { Exporter } from 'react-admin';

/**
 * Replaces react-admin's module of this name (vite.config.ts): the server makes exports, so react-admin's CSV writer is
 * not bundled.
 */
export const defaultExporter: Exporter = () => {};
