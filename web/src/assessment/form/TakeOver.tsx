import Button from '@mui/material/Button';
import type { Assessment } from '@shp/shared/api/objects';
import { isAbsent } from '@shp/shared/domain/assessment/fields';
import { FORM_PATHS, type FormPath } from '@shp/shared/domain/assessment/form';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../core/client.ts';
import { useReviewText } from '../../core/i18n/reviewTexts.ts';
import { useUser } from '../../core/session.ts';
import { useToast } from '../../core/useToast.ts';
import { formValue } from '../../outbox/senders.ts';
import type { EditedForm } from './useForm.ts';

/** What stays true from one application to the next. */
const LASTING = ['unit.', 'plant.', 'self.leader', 'self.members'];

/** Fills the blank fields of the form from the station's last submitted application, if there is one. */
export default function TakeOver({
  assessment,
  edited: { form, change },
}: {
  assessment: Assessment;
  edited: EditedForm;
}) {
  const { review } = useReviewText();
  const { role } = useUser();
  const toast = useToast();
  const { data: last } = useQuery({
    queryKey: ['assessments', 'last', assessment.id],
    queryFn: async ({ signal }) => {
      const filter = { submitted: true, sortby: 'createdAt', desc: true, size: 2 } as const;
      const { items } = await client.call('GET assessment/query', filter, { signal });
      return items.find(({ id, createdAt }) => id !== assessment.id && createdAt < assessment.createdAt) ?? null;
    },
    enabled: role === 'station',
  });
  if (!last) return null;

  async function take(id: string) {
    try {
      const before = await client.call('GET assessment', { id });
      let taken = 0;
      for (const path of FORM_PATHS as readonly FormPath[]) {
        const value = formValue(before.form, path);
        const lasting = LASTING.some((one) => path.startsWith(one));
        if (lasting && isBlank(formValue(form, path)) && !isBlank(value) && change(path, value)) taken += 1;
      }
      toast.done(review.form.taken(taken));
    } catch (error) {
      toast.failed(error);
    }
  }

  return (
    <Button size="small" title={last.number} onClick={() => void take(last.id)}>
      {review.form.takeOver}
    </Button>
  );
}

const isBlank = (value: unknown) => isAbsent(value) || (Array.isArray(value) && value.length === 0);
