import com.upokecenter.text.*;
import com.upokecenter.util.*;
import java.util.HexFormat;

class Witness {
    static void show(byte[] octets) {
        ICharacterDecoder decoder = Encodings.GetEncoding("@encoding@").GetDecoder();
        IByteReader reader = DataIO.ToReader(octets);
        StringBuilder points = new StringBuilder("ok");
        for (int point; (point = decoder.ReadChar(reader)) != -1; ) {
            if (point == -2) {
                System.out.println("error ReadChar returned -2");
                return;
            }
            points.append(" ").append(Integer.toHexString(point));
        }
        System.out.println(points);
    }

    public static void main(String[] arguments) {
        show(HexFormat.of().parseHex("@hex@"));
    }
}
