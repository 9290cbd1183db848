import PhotoCamera from '@mui/icons-material/PhotoCamera';
import { useOfflineText } from '../../core/i18n/offlineTexts.ts';
import { useUser } from '../../core/session.ts';
import { useToast } from '../../core/useToast.ts';
import { FileButton } from '../upload/FileButton.tsx';
import type { UploadTarget } from '../upload/uploadStore.ts';
import { uploadsOf } from '../upload/useUploads.ts';
import { photoOf } from './photo.ts';

export type TakePhotoProps = {
  /** The assessment or the finding. */
  of: string;
  /** An item, the finding, or a new one. */
  target: Exclude<UploadTarget, { target: 'file' }>;
  /** The item's serial, the finding's number, or the new finding's text. */
  name: string;
};

const LABELS = { evidence: 'takeFor', finding: 'takeForFinding', newFinding: 'takeForNew' } as const;

/** Takes a photograph with the device's camera; it is stored here before it is sent. */
export default function TakePhoto({ of, target, name }: TakePhotoProps) {
  const { photo: words } = useOfflineText();
  const { id: account } = useUser();
  const toast = useToast();

  async function take(file: File) {
    const photo = await photoOf(file, target.target === 'newFinding' ? words.newName : name).catch(() => null);
    if (!photo) return toast.failed(words.failed);
    const isStored = await uploadsOf(account).addPhoto(of, target, photo);
    if (!isStored) toast.failed(words.noRoom);
  }

  return (
    <FileButton
      text={words.take}
      label={words[LABELS[target.target]](name)}
      icon={<PhotoCamera />}
      accept="image/*"
      camera
      onFiles={([file]) => file && void take(file)}
    />
  );
}
