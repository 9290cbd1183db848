import type { Lang } from '@shp/shared/domain/lib/lang';
import type { Channel, NoticeKind } from '@shp/shared/domain/notices/kinds';

/** `seq`: the order of all notices. */
export type NoticesTable = {
  id: string;
  seq: number;
  user_id: string;
  at: string;
  kind: NoticeKind;
  assessment_id: string | null;
  /** JSON of the text's parameters. */
  params: string;
  read_at: string | null;
};

/** Notices sent because of a date (an overdue stage, a rating about to end), so that each is sent once. */
export type NoticeOccasionsTable = { occasion: string; at: string };

/** `kinds`: JSON, the channels' times by kind where they differ from the default. */
export type NoticePreferencesTable = {
  user_id: string;
  lang: Lang;
  mail: string | null;
  webhook: string | null;
  webhook_secret: string | null;
  kinds: string;
};

/** A notice still to be sent. `message`: the message that it goes in; a daily one gets it when the day's is made. */
export type DeliveriesTable = {
  notice_id: string;
  channel: Channel;
  user_id: string;
  seq: number;
  due_at: string;
  message: string | null;
};

/** The deliveries of an account and channel, in order. `next_at`: when to go on, null if nothing waits. */
export type DeliveryLanesTable = {
  user_id: string;
  channel: Channel;
  next_at: string | null;
  /** Failed attempts since the last message that was taken. */
  tries: number;
  failing_since: string | null;
  lease_until: string | null;
  lease_by: string | null;
};

export type NoticesSchema = {
  notices: NoticesTable;
  notice_occasions: NoticeOccasionsTable;
  notice_preferences: NoticePreferencesTable;
  deliveries: DeliveriesTable;
  delivery_lanes: DeliveryLanesTable;
};
