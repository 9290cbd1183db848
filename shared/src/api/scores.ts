import { z } from 'zod';
import { MANAGERS } from '../domain/roles.ts';
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
    who: AS_QUERY,
    reach: { kind: 'object', of: 'assessment', at: 'asm_id' },
    token: READ,
    audited: false,
    cacheable: true,
    input: z.strictObject({ asm_id: id }),
    output: z.strictObject({ version: z.string(), title: z.string(), full: z.number(), sections: z.array(serial1) }),
  }),
  'GET assessment/standard/serial1': call({
    who: AS_QUERY,
    reach: ofAssessment,
    token: READ,
    audited: false,
    cacheable: true,
    input: z.strictObject({ id, s1 }),
    output: serial1,
  }),
  'GET assessment/standard/serial1/titles': call({
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
    who: AS_QUERY,
    reach: ofAssessment,
    token: READ,
    audited: false,
    input: z.strictObject({ id, s1 }),
    output: z.array(scoreItem),
  }),
  'POST assessment/station_scores': call({
    who: ['station', 'admin'],
    reach: ofAssessment,
    token: WRITE,
    audited: true,
    input: z.strictObject({ id, s1: s1.optional(), items }),
    output: summed,
  }),
  'GET assessment/all_expert_scores': call({
    who: AS_QUERY,
    reach: ofAssessment,
    token: READ,
    audited: false,
    input: z.strictObject({ id, s1 }),
    output: z.array(z.strictObject({ expertId: z.string(), name: z.string(), items: z.array(scoreItem) })),
  }),
  'GET assessment/result': call({
    who: AS_QUERY,
    reach: ofAssessment,
    token: READ,
    audited: false,
    input: z.strictObject({ id }),
    output: reviewResult.nullable(),
  }),
  'GET assessment/expert_scores': call({
    who: NOT_STATION,
    reach: ofAssessment,
    token: READ,
    audited: false,
    input: z.strictObject({ id, expertId: id, s1 }),
    output: z.array(scoreItem),
  }),
  'POST assessment/expert_scores': call({
    who: ['expert', 'admin'],
    reach: ofAssessment,
    token: WRITE,
    audited: true,
    input: z.strictObject({ id, s1: s1.optional(), items, expertId: id.optional() }),
    output: summed,
  }),
  'POST assessment/save_station_score': call({
    who: ['station', 'admin'],
    reach: ofAssessment,
    token: WRITE,
    audited: true,
    input: z.strictObject({ id }),
    output: summed,
  }),
  'GET assessment/sum_expert_score': call({
    who: NOT_STATION,
    reach: ofAssessment,
    token: READ,
    audited: false,
    input: z.strictObject({ id, expertId: id }),
    output: scoreSum,
  }),
  'GET assessment/sum_station_score': call({
    who: AS_QUERY,
    reach: ofAssessment,
    token: READ,
    audited: false,
    input: z.strictObject({ id }),
    output: scoreSum,
  }),
  'GET assessment/validate_station_submit': call({
    who: ['admin', ...MANAGERS, 'station'],
    reach: ofAssessment,
    token: READ,
    audited: false,
    input: z.strictObject({ id }),
    output: z.strictObject({ ok: z.boolean(), problems: z.array(problem) }),
  }),
};
