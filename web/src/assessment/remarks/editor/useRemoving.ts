import { isAbsent } from '@shp/shared/domain/assessment/fields';
import { useManagingText } from '../../../core/i18n/managingTexts.ts';
import { useToast } from '../../../core/useToast.ts';
import type { DraftRemark, Drafts } from './drafts.ts';

/** Removes a remark that is not sent yet; one with text can be brought back from the message. */
export function useRemoving(drafts: Drafts): (remark: DraftRemark) => void {
  const { remarking } = useManagingText();
  const toast = useToast();
  return (remark) => {
    drafts.remove(remark.key);
    if (!isAbsent(remark.text)) toast.done(remarking.removed, async () => drafts.write(remark));
  };
}
