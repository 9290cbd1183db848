import type { SheetsText } from '../en/sheets.ts';

export const sheets: SheetsText = {
  scoreSheet: '评分表',
  scores: {
    serial: '序号',
    content: '评审内容',
    points: '标准分',
    score: '得分',
    missing: '合理缺项',
    reason: '扣分（缺项）理由',
  },
  row: '行',
  list: '、',
  colon: '：',
  faults: {
    empty: '文件为空：至少应有一行表头',
    notXlsx: '不是 xlsx 文件',
    notText: '这是工作簿，不是文本文件；请将扩展名改为 .xlsx',
    oldExcel: '这是旧版 .xls 工作簿，请另存为 .xlsx 后重试',
    encrypted: '工作簿已加密，请去除密码后重试',
    damaged: '文件已损坏，请重新保存后重试',
    encoding: '无法识别文件的字符编码，请另存为 UTF-8 后重试',
    quotes: (row) => `第${row}行的引号没有闭合`,
    tooLarge: (megabytes) => `文件过大：不得超过 ${megabytes} MB`,
    unpacksTooLarge: (megabytes) => `工作簿过大：解压后不得超过 ${megabytes} MB`,
    tooManyRows: (rows) => `行数过多：每个文件最多 ${rows} 行`,
    unknownHeadings: (headings, allowed) => `未知的表头：${headings}。可用的表头：${allowed}`,
    duplicateHeadings: (headings) => `重复的表头：${headings}`,
    missingHeadings: (headings, allowed) => `缺少表头：${headings}。可用的表头：${allowed}`,
  },
  rows: {
    repeated: (row) => `与第${row}行重复`,
    unheaded: (column) => `${column}列有内容但没有表头；未加引号的逗号会使单元格错位`,
    notJson: '不是 JSON 对象',
  },
};
