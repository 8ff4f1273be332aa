import type { OperatorProps } from 'operand';

export const release: OperatorProps = { version: '0.1.0', image: 'example.com/guestbook-operator:0.1.0' };
