import type { OutboxText } from '../en/outbox.ts';

export const outbox: OutboxText = {
  states: {
    saved: '已保存',
    saving: '正在保存…',
    refused: (values) => `${values} 处填写有误，未保存`,
    network: (edits) => `网络已断开，${edits} 处修改已暂存本机，联网后自动提交`,
    server: (edits) => `服务器繁忙，${edits} 处修改已暂存本机，将自动重试`,
    fault: (edits) => `发生错误，${edits} 处修改已暂存本机，将自动重试`,
    trouble: (edits) => `${edits} 处修改需要您决定`,
  },
  onlyHere: (edits) => `本机空间不足，${edits} 处修改仅存于本标签页，全部提交前请勿关闭。`,
  list: '查看',
  tryNow: '立即重试',
  unsent: (edits) => `${edits} 处修改未发送`,
  elsewhere: (edits) => `有 ${edits} 处评审修改尚未送达服务器。`,
  open: '打开',
  newFinding: '新登记的问题',
  findingStep: '问题整改办理',
  yours: '您的：',
  present: '服务器上：',
  conflict: { what: '此处已被他人修改。', mine: '保留我的修改', theirs: '采用他人修改' },
  refused: { what: (reason) => `未被接受：${reason}`, again: '重新发送', drop: '放弃我的修改' },
  leave: {
    title: '尚有内容未发送',
    edits: (edits) => `${edits} 处修改已暂存本机，您下次在此登录后自动发送。`,
    uploads: (files) => `${files} 个文件的上传将中断。`,
    sent: '已全部发送。',
    go: '退出登录',
    stay: '留在此页',
  },
};
