import type { Calendar, FindText, Hints } from '../en/hints.ts';

const FIND = '“标准化评审”首先显示“待我处理”，即当前需要您办理的评审。';

export const hints: Hints = {
  title: '使用提示',
  close: '知道了',
  roles: {
    admin: [
      '在各名单页面添加评审单位、专家、水电站和汇总账号，可逐个添加，也可用表格批量导入。',
      '系统设置、操作日志和评审标准在右上角菜单“系统管理”中。',
      '点击“标准化评审”列表中的一行，可查看该评审的全部内容。',
    ],
    ministry_manager: ['本页显示全区水电站、申报和评级的数量。', '“文档资料”中有向您公布的文件。'],
    province_manager: [
      FIND,
      '初审通过后，由您为一、二级评审分配专家，比较评分并作出结论。',
      '在各名单页面添加单位、专家、水电站和汇总账号，可逐个添加，也可用表格批量导入。',
    ],
    city_manager: [
      FIND,
      '您负责市直属水电站的初审，以及全市三级评审的终审。',
      '在名单页面添加专家和水电站，可逐个添加，也可用表格批量导入。',
    ],
    county_manager: [
      FIND,
      '点击一行查看水电站提交的材料，然后通过，或附意见退回。',
      '在名单页面添加水电站，可逐个添加，也可用表格批量导入。',
    ],
    expert: [FIND, '点击一行逐项评分，输入内容自动保存，断网时也不会丢失。', '全部评分完成后，填写结论并提交。'],
    station: [
      '在“标准化评审”中申请评审，然后点击该行进入。',
      '填写申报表、完成自评、上传文件和佐证材料，输入内容自动保存。',
      '“提交”页列出待完善的内容，点击即可跳转到相应位置。',
    ],
    supervisor: [
      '“标准化评审”列出关联水电站的评审，点击一行可查看全部内容（只读）。',
      '“关联水电站”列出与您关联的水电站。',
    ],
  },
};

export const find: FindText = {
  title: '查找',
  placeholder: '电站、编号、人员、页面或操作',
  screens: '页面',
  page: '本页操作',
  views: '已保存的视图',
  commands: '通用操作',
  systemTheme: '主题跟随系统',
  results: (count) => `显示 ${count} 条`,
  viewAll: (count) => `在列表中查看全部 ${count} 条`,
  nothing: (text) => `未找到“${text}”。`,
  keys: {
    title: '快捷键',
    hint: 'Mac 上 Ctrl 为 Cmd。',
    or: '或',
    places: {
      everywhere: '任何页面',
      find: '查找框内',
      scores: '评分时',
      review: '评分项内',
      files: '查看文件时',
      dates: '日期框内',
    },
    does: {
      everywhere: { find: '查找电站、评审、人员或页面', keys: '显示快捷键', undo: '撤销（提示中有“撤销”时）' },
      find: { down: '下一条', up: '上一条', open: '打开', openTab: '在新标签页打开' },
      scores: {
        next: '需填理由时跳到理由，否则跳到下一项',
        line: '理由内换行',
        below: '下一项得分',
        above: '上一项得分',
      },
      review: {
        next: '下一个未评项',
        station: '采用自评分',
        full: '记满分',
        missing: '合理缺项',
        evidence: '逐个查看佐证材料',
        phrases: '选择常用语',
        phrase: '按编号插入常用语',
      },
      files: { previous: '上一个文件', next: '下一个文件', zoomIn: '放大图片', zoomOut: '缩小图片', turn: '旋转图片' },
      dates: {
        open: '打开日历',
        dayBefore: '前一天',
        dayAfter: '后一天',
        weekBefore: '前一周',
        weekAfter: '后一周',
        monthBefore: '上个月',
        monthAfter: '下个月',
        yearBefore: '上一年',
        yearAfter: '下一年',
      },
    },
    names: {
      ArrowDown: '↓',
      ArrowUp: '↑',
      ArrowLeft: '←',
      ArrowRight: '→',
      PageUp: 'Page Up',
      PageDown: 'Page Down',
    },
  },
};

export const calendar: Calendar = { before: '上个月', after: '下个月', today: '今天', clear: '清除' };
