import { z } from 'zod';
import type { Division } from '../domain/accounts/divisions.ts';
import { DUTIES } from '../domain/accounts/duties.ts';
import { PROFILES, type Profile, type ProfileOf } from '../domain/accounts/profiles.ts';
import { type ROLES, USER_ROLES, type UserRole } from '../domain/accounts/roles.ts';
import type { Form } from '../domain/assessment/form.ts';
import { LEVELS, STATUSES } from '../domain/assessment/statuses.ts';
import type { HomeFigure } from '../domain/homeCards.ts';
import {
  foldSetting,
  PRIVATE_SETTINGS,
  type PrivateSetting,
  SETTINGS,
  type SettingKey,
  type Settings,
} from '../domain/settings.ts';
import { REASON_MAX } from '../domain/standard/scoreItems.ts';
import { formJson } from './formJson.ts';
import { answeredRemark } from './remarkObjects.ts';
import { fieldSchema, fieldsSchema, id, role, textOf, time } from './schemas.ts';

/** The objects of docs/spec/wire.md#objects as schemas; their types are inferred from these. */

export const profile: z.ZodType<Profile> = z
  .object({ name: z.string() })
  .catchall(z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]))
  .meta({ id: 'Profile' }) as z.ZodType<Profile>;

/** A profile update before the role is known; the server then validates it with the schema of the role. */
export const profileChange = z.record(
  z.string().max(40),
  z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.null()]),
);
export type ProfileChange = z.infer<typeof profileChange>;

/** The schema of a new account's profile. */
export function newProfile<R extends UserRole>(role: R): z.ZodType<ProfileOf<R>> {
  return fieldsSchema(PROFILES[role], 'create') as unknown as z.ZodType<ProfileOf<R>>;
}

export const userRole = z.enum(USER_ROLES).meta({ id: 'UserRole' });
/** A station's best rating that is valid today, with its assessment. */
export const rating = z
  .strictObject({ level: z.literal([...LEVELS]), validUntil: z.string(), assessmentId: id })
  .meta({ id: 'Rating' });
export type Rating = z.infer<typeof rating>;

export const status = z.enum(STATUSES).meta({ id: 'Status' });

/** A station's newest assessment. */
export const latestAssessment = z.strictObject({ id, status });
export type LatestAssessment = z.infer<typeof latestAssessment>;

/** Duties of an administrator. */
export const duties = z.array(z.enum(DUTIES)).min(1).max(DUTIES.length);

export const user = z
  .strictObject({
    id,
    role: userRole,
    account: z.string(),
    division: z.string().nullable(),
    profile,
    isDeleted: z.boolean(),
    mustChangePassword: z.boolean(),
    createdAt: time,
    updatedAt: time,
    lastLoginAt: time.nullable(),
    version: z.int(),
    /** Only for stations. */
    rating: rating.nullable().optional(),
    /** Only for administrators. */
    duties: duties.optional(),
  })
  .meta({ id: 'User' });
export type User = z.infer<typeof user>;

/** Read-only fields of lists and `GET user`: an update accepts them only if they equal the current value. */
export const readOnlyOfUser = {
  ...user.pick({
    role: true,
    isDeleted: true,
    mustChangePassword: true,
    createdAt: true,
    updatedAt: true,
    lastLoginAt: true,
    rating: true,
    duties: true,
  }).shape,
  load: z.int(),
  linked: z.boolean(),
  links: z.int(),
  latest: latestAssessment.nullable(),
};

export const division: z.ZodType<Division> = z
  .strictObject({
    code: z.string(),
    name: z.string(),
    level: z.enum(['province', 'city', 'county']),
    parent: z.string().nullable(),
    get children() {
      return z.array(division).optional();
    },
  })
  .meta({ id: 'Division' });

export type ManagerNode = {
  id: string;
  name: string;
  role: (typeof ROLES)[number];
  division: string;
  parent: string | null;
  children?: ManagerNode[] | undefined;
};
export const managerNode: z.ZodType<ManagerNode> = z
  .strictObject({
    id,
    name: z.string(),
    role: role,
    division: z.string(),
    parent: z.string().nullable(),
    get children() {
      return z.array(managerNode).optional();
    },
  })
  .meta({ id: 'ManagerNode' });

export const homeStatus = z
  .strictObject({
    station: z.int(),
    report: z.int(),
    onProgress: z.int(),
    level2: z.int(),
    level3: z.int(),
  } satisfies Record<HomeFigure, z.ZodInt>)
  .meta({ id: 'HomeStatus' });
export type HomeStatus = z.infer<typeof homeStatus>;

export const level = z.literal([...LEVELS]).meta({ id: 'Level' });

const assessmentRowShape = {
  id,
  number: z.string(),
  station: z.strictObject({ id, name: z.string(), division: z.string(), divisionName: z.string() }),
  level,
  status,
  province: z.string(),
  city: z.string(),
  county: z.string().nullable(),
  stationScore: z.number().nullable(),
  expertScore: z.number().nullable(),
  experts: z.array(z.strictObject({ id, name: z.string() })),
  createdAt: time,
  submittedAt: time.nullable(),
  concludedAt: time.nullable(),
  validUntil: z.string().nullable(),
  statusSince: time,
  /** The last day on which a decision to pass is shown as a proposal. */
  proposedUntil: z.string().optional(),
  updatedAt: time,
  version: z.int(),
  /** Lists of an expert, while the review runs: how many items the expert has scored. */
  progress: z.strictObject({ scored: z.int(), items: z.int() }).optional(),
};
export const assessmentRow = z.strictObject(assessmentRowShape).meta({ id: 'AssessmentRow' });
export type AssessmentRow = z.infer<typeof assessmentRow>;

/** Fields of one form part; `domain/assessment/formPatch.ts` validates them. */
const fields = z.record(z.string(), z.unknown());
export const form: z.ZodType<Form> = z
  .strictObject({ unit: fields, plant: fields, conditions: fields, record: fields, self: fields, pledge: fields })
  .meta({ id: 'Form', ...formJson(false) }) as unknown as z.ZodType<Form>;

const threshold = z.strictObject({ score: z.number().min(0).max(100), chapter: z.number().min(0).max(100) });
export const thresholds = z.strictObject({ '1': threshold, '2': threshold, '3': threshold }).meta({ id: 'Thresholds' });

export const assessment = z
  .strictObject({
    ...assessmentRowShape,
    form,
    actions: z.array(status),
    permissions: z.strictObject({
      editForm: z.boolean(),
      scoreStation: z.boolean(),
      scoreExpert: z.boolean(),
      assign: z.boolean(),
      conclude: z.boolean(),
      uploadEvidence: z.boolean(),
    }),
    /** What a decision to pass would do now, if it is shown as a proposal first; `withoutCalendar`: years without data. */
    proposable: z.strictObject({ until: z.string(), withoutCalendar: z.array(z.string()) }).optional(),
    standardVersion: z.string(),
    rules: z.strictObject({
      thresholds,
      minExperts: z.int(),
      /** Absent if no expert has to be independent of the concluding unit. */
      minIndependentExperts: z.int().optional(),
      validYears: z.int(),
    }),
  })
  .meta({ id: 'Assessment' });
export type Assessment = z.infer<typeof assessment>;

export const problem = z
  .strictObject({
    code: z.string(),
    part: z.enum(['form', 'score', 'file']),
    section: z.string().optional(),
    serial: z.string().optional(),
    field: z.string().optional(),
    message: z.string(),
  })
  .meta({ id: 'Problem' });
export type Problem = z.infer<typeof problem>;

export const event = z
  .strictObject({
    id,
    from: status.nullable(),
    status,
    description: z.string(),
    remarks: z.array(answeredRemark),
    at: time,
    by: z.strictObject({ id, name: z.string(), role: role }).nullable(),
    /** The hints shown before the step; only for managers and administrators. */
    hints: z.array(problem),
    /** The last day of the proposal that began with this step. */
    proposedUntil: z.string().optional(),
  })
  .meta({ id: 'Event' });
export type Event = z.infer<typeof event>;

const scoreState = { score: z.number().nullable(), missing: z.boolean(), reason: textOf(REASON_MAX) };
/** An item in a response. `byAdmin`: an administrator wrote it in place of the owner. */
export const scoreItem = z
  .strictObject({ serial: z.string(), ...scoreState, byAdmin: z.boolean().optional() })
  .meta({ id: 'ScoreItem' });
/** An item in a request; `was` is the state that the client last read. */
export const scoreEntry = z
  .strictObject({
    serial: z.string().max(20),
    ...scoreState,
    was: z.strictObject(scoreState).optional(),
  })
  .meta({ id: 'ScoreEntry' });
const titled = { serial: z.string(), title: z.string() };
/** `unscored`: points of the items without a score. */
const points = { full: z.number(), missing: z.number(), got: z.number(), unscored: z.number() };
const scoreSumShape = {
  ...points,
  score100: z.number(),
  qualifies: level.nullable(),
  complete: z.boolean(),
  sections: z.array(
    z.strictObject({
      ...titled,
      ...points,
      rate: z.number().nullable(),
      scored: z.int(),
      items: z.int(),
    }),
  ),
};
export const scoreSum = z.strictObject(scoreSumShape).meta({ id: 'ScoreSum' });
export const reviewResult = z
  .strictObject({ ...scoreSumShape, experts: z.int(), thresholds })
  .meta({ id: 'ReviewResult' });

/**
 * Everything on the printed conclusion (docs/spec/screens.md#content-of-the-screens). Before the conclusion it is a
 * draft: `number` is null and the values can still change.
 */
export const print = z
  .strictObject({
    number: z.string().nullable(),
    level,
    status,
    division: z.string(),
    unit: fields,
    plant: fields,
    selfScore: z.number().nullable(),
    score: z.number().nullable(),
    experts: z.array(z.string()),
    chapters: z.array(
      z.strictObject({
        ...titled,
        full: z.number(),
        missing: z.number(),
        lost: z.number(),
        got: z.number(),
        rate: z.number().nullable(),
      }),
    ),
    missingItems: z.array(
      z.strictObject({ serial: z.string(), content: z.string(), score: z.number(), reasons: z.array(z.string()) }),
    ),
    problems: z.array(
      z.strictObject({
        serial: z.string(),
        content: z.string(),
        lost: z.number(),
        reasons: z.array(z.string()),
        /** What the final manager wrote instead of the reasons, advised, and set as the last day. */
        text: z.string().optional(),
        advice: z.string().optional(),
        due: z.string().optional(),
      }),
    ),
    expertConclusions: z.array(z.strictObject({ name: z.string(), conclusion: z.string() })),
    managerConclusion: z.string().nullable(),
    manager: z.string().nullable(),
    concludedAt: time.nullable(),
    validUntil: z.string().nullable(),
  })
  .meta({ id: 'Print' });
export type Print = z.infer<typeof print>;

const translated = { titleEn: z.string().optional() };
export const serial1 = z
  .strictObject({
    ...titled,
    ...translated,
    score: z.number(),
    children: z.array(
      z.strictObject({
        ...titled,
        ...translated,
        score: z.number(),
        items: z.array(
          z.strictObject({
            serial: z.string(),
            content: z.string(),
            contentEn: z.string().optional(),
            method: z.string(),
            methodEn: z.string().optional(),
            score: z.number(),
            mayBeMissing: z.boolean(),
          }),
        ),
      }),
    ),
  })
  .meta({ id: 'Serial1' });

export const fileItem = z
  .strictObject({
    id,
    title: z.string(),
    extension: z.string(),
    category: z.string().optional(),
    s1: z.string().optional(),
    serial: z.string().optional(),
    size: z.int(),
    sha256: z.string(),
    uploadedAt: time,
    by: z.strictObject({ id, name: z.string() }),
  })
  .meta({ id: 'FileItem' });
export type FileItem = z.infer<typeof fileItem>;
export const documentFile = fileItem.extend({ roles: z.array(role) }).meta({ id: 'DocumentFile' });
export type DocumentFile = z.infer<typeof documentFile>;
export const downloadToken = z
  .strictObject({ token: z.string(), name: z.string(), expiresAt: time })
  .meta({ id: 'DownloadToken' });

export const auditRow = z
  .strictObject({
    id,
    at: time,
    by: z.strictObject({ id, name: z.string(), role: role }).nullable(),
    action: z.string(),
    object: z.strictObject({ kind: z.string(), id: z.string(), name: z.string() }),
    address: z.string(),
    changes: z.record(z.string(), z.tuple([z.unknown(), z.unknown()])),
    digest: z.string(),
    /** The station, by its name of today, that the object is or belongs to. */
    station: z.strictObject({ id, name: z.string() }).nullable(),
  })
  .meta({ id: 'AuditRow' });
export type AuditRow = z.infer<typeof auditRow>;

const once = <T>(list: T[]): T[] => [...new Set(list)];
const levels = z.array(level).max(LEVELS.length).overwrite(once);

function settingSchema(key: SettingKey): z.ZodType {
  return foldSetting<z.ZodType>(
    key,
    (def) => (def.kind === 'levels' ? levels : fieldSchema(def)),
    (parts) => z.strictObject(parts),
  );
}

type SettingSchemas = { [K in SettingKey]: z.ZodType<Settings[K]> };
export const settingsShape = Object.fromEntries(
  (Object.keys(SETTINGS) as SettingKey[]).map((key) => [key, settingSchema(key)]),
) as SettingSchemas;
const privateShape = Object.fromEntries(PRIVATE_SETTINGS.map((key) => [key, settingsShape[key].optional()])) as {
  [K in PrivateSetting]: z.ZodOptional<SettingSchemas[K]>;
};
export const settings = z.strictObject({ ...settingsShape, ...privateShape }).meta({ id: 'Settings' });
