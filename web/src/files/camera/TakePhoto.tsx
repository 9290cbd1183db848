import PhotoCamera from '@mui/icons-material/PhotoCamera';
import { useFieldText } from '../../core/i18n/fieldTexts.ts';
import { useUser } from '../../core/session.ts';
import { useToast } from '../../core/useToast.ts';
import { FileButton } from '../upload/FileButton.tsx';
import { uploadsOf } from '../upload/useUploads.ts';
import { photoOf } from './photo.ts';

/** Takes a photograph of an item with the device's camera; it is stored here before it is sent. */
export default function TakePhoto({ assessment, serial }: { assessment: string; serial: string }) {
  const { photo: words } = useFieldText();
  const { id: account } = useUser();
  const toast = useToast();

  async function take(file: File) {
    const photo = await photoOf(file, serial).catch(() => null);
    if (!photo) return toast.failed(words.failed);
    await uploadsOf(account)
      .addPhoto(assessment, { target: 'evidence', serial }, photo)
      .catch(() => toast.failed(words.noRoom));
  }

  return (
    <FileButton
      text={words.take}
      label={words.takeFor(serial)}
      icon={<PhotoCamera />}
      accept="image/*"
      camera
      onFiles={([file]) => file && void take(file)}
    />
  );
}
