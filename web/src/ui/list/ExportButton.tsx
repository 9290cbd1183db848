import Download from '@mui/icons-material/Download';
import { OFFICE_FORMATS, type OfficeFormat } from '@shp/shared/domain/lib/sheetFormats';
import { useText } from '../../core/i18n/texts.ts';
import { useToast } from '../../core/useToast.ts';
import { MenuButton } from '../menu/MenuButton.tsx';
import { fileNameOf, saveFile } from '../saveFile.ts';

type Props = { open: (format: OfficeFormat) => Promise<Response>; label?: string };

/** Downloads the server's export of all rows that match the filters. */
export function ExportButton({ open, label }: Props) {
  const { web } = useText();
  const toast = useToast();

  async function save(format: OfficeFormat) {
    const response = await open(format);
    const name = fileNameOf(response) ?? `export.${format}`;
    saveFile(name, await response.blob());
    toast.done(web.list.exported(name));
  }

  return (
    <MenuButton
      icon={<Download />}
      label={label ?? web.list.export}
      items={OFFICE_FORMATS.map((format) => ({ label: web.list.exportAs[format], onChoose: () => save(format) }))}
    />
  );
}
