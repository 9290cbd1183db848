import Download from '@mui/icons-material/Download';
import { OFFICE_FORMATS, type OfficeFormat } from '@shp/shared/domain/lib/sheetFormats';
import { useText } from '../../core/i18n/texts.ts';
import { useToast } from '../../core/useToast.ts';
import { MenuButton } from '../menu/MenuButton.tsx';
import { fileNameOf, saveFile } from '../saveFile.ts';

type Open = (format: OfficeFormat) => Promise<Response>;

/** Downloads the server's export of all rows that match the filters. */
export function ExportButton({ open }: { open: Open }) {
  const { web } = useText();
  return <MenuButton icon={<Download />} label={web.list.export} items={useExport(open)} />;
}

/** An export in each format, as entries of a menu. */
export function useExport(open: Open) {
  const { web } = useText();
  const toast = useToast();

  async function save(format: OfficeFormat) {
    const response = await open(format);
    const name = fileNameOf(response) ?? `export.${format}`;
    saveFile(name, await response.blob());
    toast.done(web.list.exported(name));
  }

  return OFFICE_FORMATS.map((format) => ({ label: web.list.exportAs[format], onChoose: () => save(format) }));
}
