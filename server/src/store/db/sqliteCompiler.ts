import { type BinaryOperationNode, type LimitNode, OperatorNode, SqliteQueryCompiler, ValueNode } from 'kysely';

/**
 * Writes limits and flags into the SQL text. As bound values, SQLite would prepare the statement again for each new
 * value, which takes longer than most statements run: its plan depends on a limit's value, and a flag's value decides
 * whether a partial index fits.
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
