// All byte strings with one prefix, put to a codec and answered in run lengths.

using System;

static class Sweep
{
    public const int WellFormed = -1;
    public const int Somewhere = -2;

    /// `check` gives the offset of the first error, or WellFormed, or Somewhere.
    public static void Run(Line line, Answer answer, Func<byte[], int> check)
    {
        byte[] prefix = line.Bytes();
        var bytes = new byte[prefix.Length + line.Decimal(3)];
        line.Finish();
        prefix.CopyTo(bytes, 0);
        answer.Text("ok");
        int label = check(bytes);
        int run = 1;
        while (Count(bytes, prefix.Length)) {
            int next = check(bytes);
            if (next != label) {
                Report(run, label, answer);
                label = next;
                run = 0;
            }
            run++;
        }
        Report(run, label, answer);
    }

    /// Counts the free bytes up; false after the last string.
    static bool Count(byte[] bytes, int free)
    {
        for (int at = bytes.Length - 1; at >= free; at--)
            if (++bytes[at] != 0)
                return true;
        return false;
    }

    static void Report(int run, int label, Answer answer)
    {
        answer.Text(" ");
        answer.Decimal(run);
        answer.Text(label == WellFormed ? "v" : "i");
        if (label >= 0)
            answer.Decimal(label);
    }
}
