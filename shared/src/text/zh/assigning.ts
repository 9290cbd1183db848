import type { Assigning } from '../en/assigning.ts';

export const assigning: Assigning = {
  search: '姓名、账号、单位、专业或市',
  found: (number) => `找到 ${number} 名专家，按在审项目从少到多`,
  more: (number) => `另有 ${number} 名，请缩小查找范围`,
  nobody: '没有符合条件的专家。',
  load: (number) => (number === 0 ? '无在审项目' : `在审 ${number} 项`),
  anywhere: '不限区划',
  present: '已分配',
  ownUnit: '回避：在该电站或其产权单位任职',
  chosen: (number) => `已选 ${number} 名`,
  drop: (name) => `取消选择${name}（Delete）`,
  needed: (least, there) => (there >= least ? `（至少 ${least} 名）` : `（还需 ${least - there} 名）`),
  table: '可选专家',
  columns: { name: '专家', city: '所在市', load: '在审', last: '上次评审本站', conflict: '回避' },
  last: (day) => `上次评审 ${day}`,
  never: '未评审过本站',
  free: '无',
  none: '尚未选择',
  loads: '各专家在审项目数，现在 → 分配后',
  loadOf: (name, before, after) => `${name}：现在 ${before} 项，分配后 ${after} 项`,
  assign: (number) => (number === 0 ? '分配' : `分配 ${number} 名专家`),
  assignTitle: (number, chosen) =>
    number === chosen ? `为 ${number} 项评审分配专家` : `分配专家（可分配 ${number} 项，共选 ${chosen} 项）`,
  notPossible: (number) => `${number} 项不能分配，原因见下表。`,
  balanceNote: '优先在审项目少的，其次补齐专业，再次本市专家；在该电站任职的不参与。',
  namedNote: '将追加所选专家，不影响已分配的专家。',
};
