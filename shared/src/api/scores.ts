import { z } from 'zod';
import { MANAGERS } from '../domain/accounts/roles.ts';
import { AS_QUERY, NOT_STATION } from './assessments.ts';
import { call, READ, WRITE } from './call.ts';
import { problem, reviewResult, scoreEntry, scoreItem, scoreSum, serial1 } from './objects.ts';
import { id } from './schemas.ts';

const ofAssessment = { kind: 'object', of: 'assessment', at: 'id' } as const;
const s1 = z.string().max(4);
const summed = z.strictObject({ sum: scoreSum });
const items = z.array(scoreEntry).max(1000);

export const scores = {
  'GET assessment/standard': call({
    summary: 'The standard that the assessment keeps',
    who: AS_QUERY,
    reach: { kind: 'object', of: 'assessment', at: 'asm_id' },
    token: READ,
    audited: false,
    cacheable: true,
    input: z.strictObject({ asm_id: id }),
    output: z.strictObject({ version: z.string(), title: z.string(), full: z.number(), sections: z.array(serial1) }),
  }),
  'GET assessment/standard/serial1': call({
    summary: 'One chapter of it',
    who: AS_QUERY,
    reach: ofAssessment,
    token: READ,
    audited: false,
    cacheable: true,
    input: z.strictObject({ id, s1 }),
    output: serial1,
  }),
  'GET assessment/standard/serial1/titles': call({
    summary: "Its chapters with the station's progress",
    who: AS_QUERY,
    reach: ofAssessment,
    token: READ,
    audited: false,
    input: z.strictObject({ id }),
    output: z.array(
      z.strictObject({
        serial: z.string(),
        title: z.string(),
        titleEn: z.string().optional(),
        score: z.number(),
        items: z.int(),
        stationScored: z.int(),
        evidence: z.int(),
      }),
    ),
  }),
  'GET assessment/station_scores': call({
    summary: "The station's own scores of a chapter",
    who: AS_QUERY,
    reach: ofAssessment,
    token: READ,
    audited: false,
    input: z.strictObject({ id, s1 }),
    output: z.array(scoreItem),
  }),
  'POST assessment/station_scores': call({
    summary: "Save some of the station's own scores",
    who: ['station', 'admin'],
    reach: ofAssessment,
    token: WRITE,
    audited: true,
    refuses: ['conflict', 'transition_not_allowed'],
    input: z.strictObject({ id, s1: s1.optional(), items }),
    output: summed,
  }),
  'GET assessment/all_expert_scores': call({
    summary: "Every expert's scores of a chapter, as far as the caller may see them",
    who: AS_QUERY,
    reach: ofAssessment,
    token: READ,
    audited: false,
    input: z.strictObject({ id, s1 }),
    output: z.array(z.strictObject({ expertId: z.string(), name: z.string(), items: z.array(scoreItem) })),
  }),
  'GET assessment/result': call({
    summary: 'The result: the mean over the experts that concluded',
    who: AS_QUERY,
    reach: ofAssessment,
    token: READ,
    audited: false,
    input: z.strictObject({ id }),
    output: reviewResult.nullable(),
  }),
  'GET assessment/expert_scores': call({
    summary: "One expert's scores of a chapter",
    who: NOT_STATION,
    reach: ofAssessment,
    token: READ,
    audited: false,
    input: z.strictObject({ id, expertId: id, s1 }),
    output: z.array(scoreItem),
  }),
  'POST assessment/expert_scores': call({
    summary: "Save some of an expert's scores",
    who: ['expert', 'admin'],
    reach: ofAssessment,
    token: WRITE,
    audited: true,
    refuses: ['conflict', 'transition_not_allowed'],
    input: z.strictObject({ id, s1: s1.optional(), items, expertId: id.optional() }),
    output: summed,
  }),
  'POST assessment/save_station_score': call({
    summary: 'Keep the sum as the self-assessed score',
    who: ['station', 'admin'],
    reach: ofAssessment,
    token: WRITE,
    audited: true,
    refuses: ['incomplete', 'transition_not_allowed'],
    input: z.strictObject({ id }),
    output: summed,
  }),
  'GET assessment/sum_expert_score': call({
    summary: "The sum of one expert's scores",
    who: NOT_STATION,
    reach: ofAssessment,
    token: READ,
    audited: false,
    input: z.strictObject({ id, expertId: id }),
    output: scoreSum,
  }),
  'GET assessment/sum_station_score': call({
    summary: "The sum of the station's own scores",
    who: AS_QUERY,
    reach: ofAssessment,
    token: READ,
    audited: false,
    input: z.strictObject({ id }),
    output: scoreSum,
  }),
  'GET assessment/validate_station_submit': call({
    summary: 'Everything that a submission still lacks',
    who: ['admin', ...MANAGERS, 'station'],
    reach: ofAssessment,
    token: READ,
    audited: false,
    input: z.strictObject({ id }),
    output: z.strictObject({ ok: z.boolean(), problems: z.array(problem) }),
  }),
};
