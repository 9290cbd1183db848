import PhotoCamera from '@mui/icons-material/PhotoCamera';
import { useFieldText } from '../../core/i18n/fieldTexts.ts';
import { useUser } from '../../core/session.ts';
import { useToast } from '../../core/useToast.ts';
import { FileButton } from '../upload/FileButton.tsx';
import type { UploadTarget } from '../upload/uploadStore.ts';
import { uploadsOf } from '../upload/useUploads.ts';
import { photoOf } from './photo.ts';

export type TakePhotoProps = {
  /** The assessment or the finding. */
  of: string;
  /** An item, or the finding. */
  target: Exclude<UploadTarget, { target: 'file' }>;
  /** The item's serial or the finding's number: the photograph is named after it. */
  name: string;
};

/** Takes a photograph with the device's camera; it is stored here before it is sent. */
export default function TakePhoto({ of, target, name }: TakePhotoProps) {
  const { photo: words } = useFieldText();
  const { id: account } = useUser();
  const toast = useToast();

  async function take(file: File) {
    const photo = await photoOf(file, name).catch(() => null);
    if (!photo) return toast.failed(words.failed);
    const isStored = await uploadsOf(account).addPhoto(of, target, photo);
    if (!isStored) toast.failed(words.noRoom);
  }

  return (
    <FileButton
      text={words.take}
      label={target.target === 'finding' ? words.takeForFinding(name) : words.takeFor(name)}
      icon={<PhotoCamera />}
      accept="image/*"
      camera
      onFiles={([file]) => file && void take(file)}
    />
  );
}
