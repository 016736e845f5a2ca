import { assertEquals, assertLess, assertThrows } from "@std/assert";
import { estimateTokens } from "../../../runtime/meter/estimate_tokens.ts";
import {
  accuracyOf,
  errorOf,
  loadSamples,
  type Sample,
  SAMPLES_URL,
  SETS,
  worstOf,
} from "./_samples.ts";

type Counts = Record<string, Record<string, number[]>>;

const COUNTS: Counts = JSON.parse(
  Deno.readTextFileSync(new URL("counts.json", SAMPLES_URL)),
);

function quarter(text: string): number {
  return Math.ceil(text.length / 4);
}

for (const set of SETS) {
  const countOf = ({ script, index }: Sample) => COUNTS[set]![script]![index]!;

  Deno.test(`estimateTokens() is off by at most 12 % on the median of texts, ${set}`, () => {
    const { median } = accuracyOf(loadSamples(set), countOf);

    assertLess(median, 12);
  });

  Deno.test(`estimateTokens() is off by less than half of what chars/4 is, ${set}`, () => {
    const { median } = accuracyOf(loadSamples(set), countOf);

    const rule = accuracyOf(loadSamples(set), countOf, quarter);

    assertLess(median, rule.median / 2);
  });

  Deno.test(`estimateTokens() is off by at most 30 % on every text, ${set}`, () => {
    const errors = loadSamples(set)
      .map((sample) => errorOf(estimateTokens(sample.text), countOf(sample)));

    assertLess(worstOf(errors), 30);
  });

  for (const script of Object.keys(COUNTS[set]!)) {
    Deno.test(`estimateTokens() is off by at most 20 % on all of ${script}, ${set}`, () => {
      const samples = loadSamples(set)
        .filter((sample) => sample.script === script);

      const { scripts } = accuracyOf(samples, countOf);

      assertLess(Math.abs(scripts.get(script)!), 20);
    });
  }
}

const ROWS: [name: string, text: string, tokens: number][] = [
  ["nothing for nothing", "", 0],
  ["one for a word", "house", 1],
  ["one for a word with a capital", "House", 1],
  ["nothing for the space between words", "my house", 2],
  ["a part of a token for more spaces", "my    house", 3],
  ["a part of a token for line ends", "my\n\nhouse", 3],
  ["no more for both halves of a line end", "my\r\nhouse", 3],
  ["one for each part of a name in code", "createdAtTime", 3],
  ["one for three digits", "123", 1],
  ["two for four digits", "1234", 2],
  ["more than one for a long word", "electroencephalography", 7],
  ["more for words of languages with accents", "électroencéphalographie", 9],
  ["more for the words after one with an accent", "été international", 6],
  ["no more for words well after one", "é a b c d e f international", 11],
  ["no less for accents of their own", "e\u0301te\u0301", 2],
  ["words in capitals as words, nearly", "DEFAULT", 2],
  ["rules as few, however long", "-".repeat(200), 3],
  ["punctuation by its length", "});", 2],
  ["nothing for a tab between words", "my\thouse", 2],
];

for (const [name, text, tokens] of ROWS) {
  Deno.test(`estimateTokens() counts ${name}`, () => {
    assertEquals(estimateTokens(text), tokens);
  });
}

// What no sample holds, by what the tokenizer counts.
const SCRIPTS: [script: string, text: string, tokens: number][] = [
  [
    "greek",
    "Το πρωί η θάλασσα ήταν ήρεμη και οι ψαράδες γύριζαν στο λιμάνι με τις βάρκες τους γεμάτες ψάρια. Οι γλάροι πετούσαν χαμηλά και φώναζαν.",
    56,
  ],
  [
    "hebrew",
    "בבוקר הים היה שקט והדייגים חזרו לנמל עם סירות מלאות דגים. השחפים עפו נמוך וצעקו, והילדים רצו על החול עד שאמא קראה להם לאכול.",
    53,
  ],
  [
    "bengali",
    "সকালে সমুদ্র শান্ত ছিল এবং জেলেরা মাছ ভর্তি নৌকা নিয়ে বন্দরে ফিরছিল। শিশুরা বালির উপর দৌড়াচ্ছিল।",
    36,
  ],
  [
    "tamil",
    "காலையில் கடல் அமைதியாக இருந்தது, மீனவர்கள் மீன் நிறைந்த படகுகளுடன் துறைமுகத்திற்குத் திரும்பினர். குழந்தைகள் மணலில் ஓடினார்கள்.",
    42,
  ],
  [
    "vietnamese",
    "Buổi sáng biển lặng và những người đánh cá trở về bến cảng với những chiếc thuyền đầy cá. Trẻ em chạy trên bãi cát cho đến khi mẹ gọi ăn cơm.",
    44,
  ],
  [
    "turkish",
    "Sabahleyin deniz sakindi ve balıkçılar balık dolu tekneleriyle limana dönüyorlardı. Çocuklar anneleri yemeğe çağırana kadar kumda koştular.",
    45,
  ],
  [
    "georgian",
    "დილით ზღვა მშვიდი იყო და მეთევზეები თევზით სავსე ნავებით ბრუნდებოდნენ ნავსადგურში. ბავშვები ქვიშაზე დარბოდნენ.",
    41,
  ],
  [
    "armenian",
    "Առավոտյան ծովը հանգիստ էր, և ձկնորսները ձկներով լի նավակներով վերադառնում էին նավահանգիստ։",
    34,
  ],
  ["amharic", "ጠዋት ባሕሩ ጸጥ ያለ ነበር ዓሣ አጥማጆችም ዓሣ በሞላባቸው ጀልባዎች ወደ ወደብ ተመለሱ።", 100],
  [
    "traditional Chinese",
    "清晨的海面十分平靜,漁夫們駕著滿載魚獲的船隻回到港口。孩子們在沙灘上奔跑,直到媽媽喊他們回家吃飯。",
    51,
  ],
  [
    "persian",
    "صبح دریا آرام بود و ماهیگیران با قایق‌های پر از ماهی به بندر بازمی‌گشتند. کودکان روی شن‌ها می‌دویدند.",
    40,
  ],
  [
    "ukrainian",
    "Вранці море було спокійне, і рибалки поверталися до порту з човнами, повними риби. Діти бігали по піску.",
    40,
  ],
  [
    "burmese",
    "မနက်ခင်းတွင် ပင်လယ်သည် ငြိမ်သက်ပြီး တံငါသည်များသည် ငါးများပြည့်နှက်သော လှေများဖြင့် ပြန်လာကြသည်။",
    49,
  ],
  ["khmer", "នៅពេលព្រឹក សមុទ្រស្ងប់ស្ងាត់ ហើយអ្នកនេសាទបានត្រឡប់មកកំពង់ផែវិញ។", 38],
  ["lao", "ໃນຕອນເຊົ້າ ທະເລສະຫງົບ ແລະຊາວປະມົງກັບຄືນມາທ່າເຮືອ", 87],
  [
    "uuid",
    "3f2504e0-4f89-41d3-9a0c-0305e82c3301 6ba7b810-9dad-11d1-80b4-00c04fd430c8",
    52,
  ],
  ["math", "∀x∈ℝ: x² ≥ 0 ∧ √(x²) = |x| → ∑ᵢ aᵢ ≤ ∞ ⇒ α + β ≠ γ", 43],
  ["a box", "┌────────┬───────┐\n│ name   │ value │\n└────────┴───────┘", 28],
  [
    "camel",
    "getElementsByTagNameNS addEventListener XMLHttpRequest HTTPServerResponse isAgentLoopRequestMarked",
    19,
  ],
  [
    "logs",
    "2025-03-14T09:26:53.589Z INFO [worker-12] request id=8f14e45f status=200 bytes=51234 ms=18.7",
    42,
  ],
];

for (const [script, text, tokens] of SCRIPTS) {
  Deno.test(`estimateTokens() is off by at most 30 % on a sample of ${script}`, () => {
    const error = errorOf(estimateTokens(text), tokens);

    assertLess(Math.abs(error), 30);
  });
}

for (const text of [undefined, 12, { content: [] }]) {
  Deno.test(`estimateTokens() refuses ${JSON.stringify(text)} for a text`, () => {
    assertThrows(
      () => estimateTokens(text as never),
      TypeError,
      'Cannot estimate tokens: "text" must be a string',
    );
  });
}
