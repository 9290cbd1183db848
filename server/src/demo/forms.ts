import { hasReservoir } from '@shp/shared/domain/assessment/files';
import { CONDITIONS, type Form } from '@shp/shared/domain/assessment/form';
import { mergeForm } from '@shp/shared/domain/assessment/formPatch';
import { dayOf } from '@shp/shared/domain/lib/days';
import { EXAMPLE, personName, phone } from './names.ts';
import type { Random } from './random.ts';

/** The form of a new application with what a station fills in on the first day. */
export function begunForm(random: Random, started: Form): Form {
  return mergeForm(started, {
    unit: { legalPhone: phone(random), competentAuthority: `水利主管部门${EXAMPLE}` },
    plant: { gridConnected: true, staff: random.int(6, 40) },
  });
}

/** A complete form, ready to submit. */
export function finishedForm(random: Random, begun: Form, days: { from: Date; to: Date }): Form {
  const { reservoirCapacity, staff = 6 } = begun.plant;
  const reservoir = hasReservoir(reservoirCapacity);
  const leader = begun.unit.contact ?? '';
  return mergeForm(begun, {
    plant: {
      ...(reservoir ? { damType: random.pick(['重力坝', '拱坝', '土石坝']), damHeight: random.int(8, 60) } : {}),
      safetyStaff: random.int(1, 3),
      certifiedOperators: random.int(4, Math.max(4, staff - 2)),
    },
    conditions: Object.fromEntries(
      CONDITIONS.map((condition) => {
        const noDam = condition === 'damRegistered' && !reservoir;
        return [condition, { holds: !noDam, note: noDam ? '无水库' : '' }];
      }),
    ),
    record: {
      deaths: 0,
      seriousInjuries: 0,
      directLoss: random.chance(0.1) ? random.int(1, 20) : 0,
      majorAccident: false,
    },
    self: {
      selfFrom: dayOf(days.from),
      selfTo: dayOf(days.to),
      leader,
      members: [
        { name: leader, duty: '组长', title: '站长' },
        { name: personName(random), duty: '组员', title: '安全员' },
        { name: personName(random), duty: '组员', title: random.pick(['运行班长', '检修班长', '技术员']) },
      ],
      summary: '本站按评审标准逐项自评，制度、台账和现场基本符合要求，自评得分达到申报等级（示例文本）。',
      problems: random.pick(['个别台账记录不完整。', '部分设备标识不清。', '应急演练记录不全。']),
      rectification: '已制定整改计划，明确责任人和期限。',
    },
    pledge: { agreed: true, signer: begun.unit.legalPerson ?? leader, signedOn: dayOf(days.to) },
  });
}
