import type { Form } from '../src/domain/assessment/form.ts';

/** A complete, valid form. All names in it are invented. */
export const WHOLE_FORM: Form = {
  unit: {
    name: '示例水电站（示例）',
    creditCode: '91450100MA5EXAMP2C',
    address: '示例路1号',
    legalPerson: '示例甲',
    contact: '示例乙',
    contactPhone: '0771-2345678',
  },
  plant: { capacity: 1250.5, units: 2, commissionedOn: '1998-05-01', development: 'dam', reservoirCapacity: 120 },
  conditions: {
    licences: { holds: true, note: '' },
    waterPermit: { holds: true, note: '' },
    acceptance: { holds: true, note: '' },
    damRegistered: { holds: true, note: '已登记' },
    ecologicalFlow: { holds: true, note: '' },
    tickets: { holds: true, note: '' },
    accidentFree: { holds: true, note: '' },
  },
  record: { deaths: 0, seriousInjuries: 0, directLoss: 0, majorAccident: false },
  self: { selfFrom: '2026-01-05', selfTo: '2026-01-20', leader: '示例丙', summary: '自评情况良好。' },
  pledge: { agreed: true, signer: '示例甲', signedOn: '2026-01-21' },
};
