import { type BinaryOperationNode, type LimitNode, OperatorNode, SqliteQueryCompiler, ValueNode } from 'kysely';

/**
 * SQLite's language, in which limits and flags are written out. A statement in which they are values is prepared anew
 * each time that one is given, which takes longer than most of them run: SQLite plans by a limit's value, and may use an
 * index of only some rows by a flag's.
 */
export class SqliteCompiler extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    const { limit } = node;
    const isKnown = ValueNode.is(limit) && typeof limit.value === 'number';
    super.visitLimit(isKnown ? { ...node, limit: written(limit) } : node);
  }

  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const { operator, rightOperand } = node;
    const isFlag =
      OperatorNode.is(operator) &&
      operator.operator === '=' &&
      ValueNode.is(rightOperand) &&
      (rightOperand.value === 0 || rightOperand.value === 1);
    super.visitBinaryOperation(isFlag ? { ...node, rightOperand: written(rightOperand) } : node);
  }
}

function written({ value }: ValueNode): ValueNode {
  return ValueNode.createImmediate(value);
}
