// Judges answers by qb-answer-checker: rows of [answer line, answer] as JSON from a file.
// Prints the seconds of the processor, without the start of Node and the reading of the file, and
// the verdicts.
import { readFileSync } from 'node:fs';
import checkAnswer from 'qb-answer-checker';

const rows = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const judge = ([line, given]) => {
  try {
    return checkAnswer(line, given).directive;
  } catch {
    return 'error';
  }
};
// The compiler of Node needs a while until it knows the code.
rows.slice(0, 2000).forEach(judge);
const begun = process.cpuUsage();
const verdicts = rows.map(judge);
const { user, system } = process.cpuUsage(begun);
const seconds = (user + system) / 1e6;
console.log(JSON.stringify({ seconds, verdicts }));
